import fc from 'fast-check'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { ask } from './reads.js'

const donor = createMockNode()
donor.nextBlock(12)
const blocks = await Promise.all(
  Array.from({ length: 13 }, (_, number) =>
    ask(donor, 'eth_getBlockByNumber', `0x${number.toString(16)}`, true),
  ),
)
const importOf = (node: MockNode, number: number) =>
  node.importBlock({ block: blocks[number] as never, receipts: [] })

/** The hashes of the blocks that are held, by number. */
async function heldBy(node: MockNode): Promise<Map<number, string>> {
  const held = new Map<number, string>()
  for (let number = 0; number < 30; number++) {
    const block = (await ask(
      node,
      'eth_getBlockByNumber',
      `0x${number.toString(16)}`,
      false,
    )) as { hash: string } | null
    if (block !== null) held.set(number, block.hash)
  }
  return held
}

function watch(options: MockNodeOptions = {}) {
  const node = createMockNode({
    finalityLag: { safe: 0, finalized: 2 },
    ...options,
  })
  const events: { number: number; depth: number; wasFinalized: boolean }[] = []
  node.on('reorged', ({ blockNumber, depth, wasFinalized }) =>
    events.push({ number: Number(blockNumber), depth, wasFinalized }),
  )
  return { node, events }
}

test('an import below a gap counted blocks of the gap as replaced', () => {
  const { node, events } = watch()
  importOf(node, 5)
  importOf(node, 2)
  expect(events).toEqual([{ number: 5, depth: 1, wasFinalized: false }])
})

test('the block that an import put into a gap was kept from the filter', async () => {
  const { node } = watch()
  const id = await ask(node, 'eth_newBlockFilter')
  importOf(node, 5)
  importOf(node, 2)
  expect(await ask(node, 'eth_getFilterChanges', id)).toEqual(
    [blocks[5], blocks[2]].map((block) => (block as { hash: string }).hash),
  )
})

describe("the numbers of 'reorged'", () => {
  const act = fc.oneof(
    fc.record({
      type: fc.constant('import' as const),
      number: fc.integer({ min: 1, max: 12 }),
    }),
    fc.record({
      type: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ type: fc.constant('nextBlock' as const) }),
  )

  test('property: are those of the blocks that were held and gave way', () =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
        const { node, events } = watch()
        for (const one of acts) {
          const before = await heldBy(node)
          const { number: finalized } = (await ask(
            node,
            'eth_getBlockByNumber',
            'finalized',
            false,
          )) as { number: string }
          events.length = 0
          try {
            if (one.type === 'import') importOf(node, one.number)
            else if (one.type === 'reorg') node.reorg({ depth: one.depth })
            else node.nextBlock()
          } catch {
            // Imported blocks cannot be rebuilt.
            continue
          }
          const after = await heldBy(node)
          const gone = [...before.keys()].filter(
            (number) => before.get(number) !== after.get(number),
          )
          // A block that is imported once more replaces itself.
          const isAgain =
            one.type === 'import' &&
            before.get(one.number) === after.get(one.number) &&
            before.has(one.number)
          if (isAgain) gone.unshift(one.number)
          expect(events).toEqual(
            gone.length === 0
              ? []
              : [
                  {
                    number: Math.min(...gone),
                    depth: gone.length,
                    wasFinalized: Number(finalized) >= Math.min(...gone),
                  },
                ],
          )
        }
      }),
      { numRuns: share(300, 20) },
    ))
})
