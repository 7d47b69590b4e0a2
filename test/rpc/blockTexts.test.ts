import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { alice, ask, bob } from '../calls/ask.js'
import { share } from '../runs.js'

const acts = {
  pay: (node: MockNode) => node.preconfirm({ from: alice, to: bob, value: 1n }),
  beat: (node: MockNode) => node.nextBeat(),
  block: (node: MockNode) => node.nextBlock(),
  set: (node: MockNode) => node.setBalance({ address: bob, value: 5n }),
  reorg: (node: MockNode) => node.reorg(),
  back: (node: MockNode) => node.seek(0),
}

type Block = {
  hash: `0x${string}`
  uncles: unknown[]
  withdrawals: unknown[]
  transactions: { accessList: unknown[] }[]
}

/** Whoever asked may do with a block what they want. */
function edit(block: Block) {
  block.hash = '0x'
  block.uncles.push(block)
  block.withdrawals.push(block)
  for (const one of block.transactions) one.accessList.push(block)
  block.transactions.push({ accessList: [] })
}

test('a block showed what it was before, or what somebody made of it', async () => {
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const story = fc.array(fc.constantFrom(...names), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const node = createMockNode({
        accounts: { [alice]: { balance: 10n ** 20n } },
        pendingStateRoot: 'everyBeat',
      })
      node.nextBlock()
      for (const name of told) {
        // There may be no block to replace yet.
        if (name === 'reorg' && node.now < 4_000) continue
        acts[name](node)
        for (const tag of ['pending', 'latest'] as const) {
          const read = () => ask(node, 'eth_getBlockByNumber', tag, true)
          const first = (await read()) as Block
          const header = await ask(node, 'debug_getRawHeader', tag)
          expect(keccak256(header as '0x')).toBe(first.hash)
          const before = structuredClone(first)
          edit(first)
          expect(await read()).toEqual(before)
        }
      }
    }),
    { numRuns: share(500, 20) },
  )
})
