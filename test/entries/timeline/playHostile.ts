import { createMockNode, type MockNode } from 'preseal'
import { alice, bob, ether } from '../../node/actors.js'
import { ask } from '../../node/reads.js'

/** What breaks out of HTML that takes it as it is. */
export const hostile = `</script><img src=x onerror="globalThis.broken=1">&'"`

/** A node on which little happened, some of it by that name. */
export async function playHostile(): Promise<MockNode> {
  const node = createMockNode({
    accounts: { [alice]: { balance: 10n * ether } },
    finalityLag: { safe: 1, finalized: 2 },
    steps: [
      {
        at: 100,
        type: 'preconfirm',
        label: 'pay',
        from: alice,
        to: bob,
        value: ether,
      },
      { at: 700, type: 'preconfirm', label: hostile, from: alice, to: bob },
      { at: 1_250, type: 'drop', transaction: hostile },
    ],
  })
  node.advance(300)
  await ask(node, 'eth_getBalance', bob, 'pending')
  await ask(node, hostile).catch(() => {})
  node.advance(5_700)
  return node
}
