import fc from 'fast-check'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { readTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, ether } from './actors.js'
import { ask, readAll } from './reads.js'

const control = (node: MockNode, method: string, ...params: unknown[]) =>
  node.control.request({ method, params })

const options: MockNodeOptions = {
  accounts: { [alice]: { balance: ether } },
  steps: [{ at: 0, type: 'setBalance', address: bob, value: 7n }],
}

/** All that a node says of itself; what was asked of it stays as it was. */
async function everything(node: MockNode) {
  const { events, faults } = readTimeline(node)
  return {
    events,
    faults,
    all: await readAll(node),
    pool: await ask(node, 'txpool_content'),
  }
}

const acts = {
  preconfirm: (node) => node.preconfirm({ from: alice, to: bob, value: 1n }),
  send: (node) => ask(node, 'eth_sendTransaction', { from: alice, to: bob }),
  setBalance: (node) => node.setBalance({ address: bob, value: 124n }),
  setNonce: (node) => node.setNonce({ address: bob, nonce: 3 }),
  setCode: (node) => node.setCode({ address: bob, bytecode: '0x00' }),
  seal: (node) => node.seal(),
  fault: (node) => node.fault({ type: 'delay', ms: 0 }),
  includeNever: (node) => node.fault({ type: 'includeNever' }),
  planSeal: (node) => node.planSeal({ delay: 100 }),
  setCadence: (node) =>
    node.setCadence({ blockTime: 1_000, preconfirmationTime: 500 }),
  baseFee: (node) => control(node, 'anvil_setNextBlockBaseFeePerGas', '0x1234'),
  reorg: (node) => node.reorg(),
  snapshot: (node) => node.snapshot(),
  nextBeat: (node) => node.nextBeat(),
} satisfies { [name: string]: (node: MockNode) => unknown }

const resets = {
  hardhat_reset: (node: MockNode) => control(node, 'hardhat_reset'),
  anvil_reset: (node: MockNode) => control(node, 'anvil_reset'),
  'seek(0)': (node: MockNode) => node.seek(0),
}
const names = Object.keys(resets) as (keyof typeof resets)[]

describe.each(names)('%s', (name) => {
  test.each(['timed', 'manual'] as const)(
    'kept what happened at the instant of creation, with sealing: %s',
    async (sealing) => {
      const node = createMockNode({ ...options, sealing })
      await ask(node, 'eth_sendTransaction', { from: alice, to: bob })
      node.setBalance({ address: bob, value: 124n })
      node.seal()
      await resets[name](node)
      expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
      expect(await ask(node, 'eth_getBalance', bob, 'latest')).toBe('0x7')
      expect(await ask(node, 'txpool_status')).toEqual({
        pending: '0x0',
        queued: '0x0',
      })
    },
  )
})

test('property: a reset node equals a new one, whatever happened', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('timed' as const, 'manual' as const),
      fc.constantFrom(...names),
      fc.array(fc.constantFrom(...Object.values(acts)), { maxLength: 8 }),
      async (sealing, name, played) => {
        const node = createMockNode({ ...options, sealing })
        const fresh = createMockNode({ ...options, sealing })
        for (const act of played)
          try {
            await act(node)
          } catch {
            // Refused: nothing happened.
          }
        await resets[name](node)
        expect(await everything(node)).toEqual(await everything(fresh))
        for (const one of [node, fresh]) {
          one.preconfirm({ from: alice, to: bob, value: 2n })
          one.seal()
        }
        expect(await everything(node)).toEqual(await everything(fresh))
      },
    ),
    { numRuns: share(200, 15) },
  ))
