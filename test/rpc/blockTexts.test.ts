import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { alice, ask, bob } from '../calls/ask.js'
import { share } from '../runs.js'

const acts = {
  pay: (node: MockNode) =>
    node.preconfirm({
      from: alice,
      to: bob,
      value: 1n,
      logs: [{ address: bob, topics: [`0x${'11'.repeat(32)}`] }],
    }),
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
  transactions: { hash?: string; accessList: unknown[] }[]
}

type Receipt = { logs: { topics: unknown[] }[] }

/** Whoever asked may do with a block what they want. */
function edit(block: Block) {
  block.hash = '0x'
  block.uncles.push(block)
  block.withdrawals.push(block)
  for (const one of block.transactions) one.accessList.push(block)
  block.transactions.push({ accessList: [] })
}

function editReceipts(receipts: Receipt[]) {
  for (const { logs } of receipts) {
    for (const { topics } of logs) topics.push(logs)
    logs.push({ topics: [] })
  }
  receipts.pop()
}

test('a block showed what it was before, what somebody made of it, or what its transactions do not show', async () => {
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
          const readReceipts = () => ask(node, 'eth_getBlockReceipts', tag)
          const receipts = (await readReceipts()) as Receipt[]
          const kept = structuredClone(receipts)
          editReceipts(receipts)
          expect(await readReceipts()).toEqual(kept)
          for (const [index, one] of before.transactions.entries()) {
            const alone = (method: string) => ask(node, method, one.hash)
            expect(await alone('eth_getTransactionByHash')).toEqual(one)
            expect(await alone('eth_getTransactionReceipt')).toEqual(
              kept[index],
            )
          }
        }
      }
    }),
    { numRuns: share(500, 20) },
  )
})
