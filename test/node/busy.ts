import { createMockNode, type MockNode } from 'preseal'
import { alice, bob, carol, ether, miner, token } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll } from './reads.js'

/** A node in which something of everything is under way. */
export function busy() {
  const node = createMockNode({
    accounts: {
      [alice]: { balance: 10n * ether },
      [bob]: { balance: 5n * ether, nonce: 1 },
      [token]: { code: '0x6001', storage: { '0x0': '0x1' } },
    },
    header: { initialBaseFeePerGas: 1_000n, gasLimit: 200_000n, miner },
    steps: [
      { at: 900, type: 'preconfirm', from: bob, to: alice, value: 1n },
      { at: 2_500, type: 'setBalance', address: carol, value: 9n },
    ],
  })
  node.preconfirm({ from: alice, to: bob, value: 1n })
  node.nextBlock()
  const pending = node.preconfirm({ from: bob, to: carol, value: ether })
  const leaving = node.preconfirm({ from: bob, to: carol, value: 1n })
  node.preconfirm({ from: alice, to: bob, gasUsed: 190_000n })
  node.nextBeat()
  node.setStorageAt({ address: token, index: 0, value: '0x2' })
  node.drop(leaving)
  const queued = node.preconfirm({ from: carol, to: alice, value: 2n })
  node.fault({ type: 'null', skip: 3, times: 2, methods: ['eth_chainId'] })
  node.fault({ type: 'delay', ms: 10, methods: ['net_version'] })
  node.handle('eth_call', () => '0x01')
  node.advance(50)
  return { node, pending, leaving, queued }
}

export type Busy = ReturnType<typeof busy>

/** What a node says now, and what becomes of it. */
export async function story(node: MockNode) {
  const faults = async () => [
    await ask(node, 'eth_chainId'),
    await ask(node, 'eth_call'),
  ]
  const now = [await readAll(node), await faults()]
  const told = listen(node, 'beat', 'preconfirmed', 'dropped', 'sealed')
  node.advance(2_100)
  const middle = await readAll(node)
  node.nextBlock(3)
  return { now, told, middle, end: [await readAll(node), await faults()] }
}

let control: ReturnType<typeof story> | undefined

/** The story of a node to which nothing bad was done. */
export function untried() {
  control ??= story(busy().node)
  return control
}
