import { createMockNode, type MockNode } from 'preseal'
import { alice, bob, ether } from '../../node/actors.js'

/** A node that has sealed so many blocks, with a payment each. */
export function sealPayments(blocks: number): MockNode {
  const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
  for (let block = 0; block < blocks; block++) {
    node.preconfirm({ from: alice, to: bob, value: 1n, label: `pay ${block}` })
    node.nextBlock()
  }
  return node
}
