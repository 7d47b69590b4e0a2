import * as fc from 'fast-check'
import { createMockNode, type Step } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, funded } from './actors.js'
import { readBlock } from './reads.js'

const end = 12_000

/** Steps that move beats and boundaries, among payments. */
const bending = (block: unknown) =>
  fc
    .array(
      fc.record({
        at: fc.oneof(
          fc.integer({ min: 0, max: end }),
          fc.integer({ min: 0, max: end / 200 }).map((beat) => beat * 200),
        ),
        what: fc.oneof(
          fc.constantFrom(
            { type: 'preconfirm', from: alice, to: bob, value: 1n },
            { type: 'seal' },
            { type: 'importBlock', block },
          ),
          fc
            .integer({ min: 1, max: 1_500 })
            .map((delay) => ({ type: 'planSeal', delay })),
          fc
            .uniqueArray(fc.integer({ min: 1, max: 2_500 }), { maxLength: 4 })
            .map((offsets) => ({
              type: 'planBeats',
              offsets: offsets.sort((a, b) => a - b),
            })),
        ),
      }),
      { maxLength: 12 },
    )
    .map((steps) =>
      steps
        .sort((a, b) => a.at - b.at)
        .map(({ at, what }) => ({ at, ...what }) as Step),
    )

const imported = async () => {
  const other = createMockNode()
  other.nextBlock(3)
  return readBlock(other, 'latest')
}

/** When beats are told, up to an ms. */
function beatsUntil(ms: number, timeline: Step[]): number[] {
  const node = createMockNode({ ...funded, steps: timeline })
  const told: number[] = []
  node.on('beat', ({ at }) => told.push(at))
  node.advance(ms)
  return told
}

describe('beats and boundaries under steps that move them', () => {
  test('behavior: nextBeat stops at the beats that are told, one by one or at once', async () => {
    const block = await imported()
    fc.assert(
      fc.property(
        bending(block),
        fc.integer({ min: 1, max: 40 }),
        (timeline, count) => {
          const one = createMockNode({ ...funded, steps: timeline })
          const stops: number[] = []
          for (let k = 0; k < count; k++) {
            one.nextBeat()
            stops.push(one.now)
          }
          const all = createMockNode({ ...funded, steps: timeline })
          all.nextBeat(count)
          // The last beat of a block and the first of the next may share an instant.
          expect(stops).toEqual([...new Set(beatsUntil(one.now, timeline))])
          expect(all.now).toBe(one.now)
        },
      ),
      { numRuns: share(200) },
    )
  })

  test('behavior: stale finds the pending block of the beat that it names', async () => {
    const block = await imported()
    await fc.assert(
      fc.asyncProperty(
        bending(block),
        fc.integer({ min: 1, max: 40 }),
        async (timeline, count) => {
          const node = createMockNode({ ...funded, steps: timeline })
          const seen: unknown[] = [await readBlock(node, 'pending')]
          for (let k = 0; k < count; k++) {
            node.nextBeat()
            seen.push(await readBlock(node, 'pending'))
          }
          for (let beats = 0; beats <= count; beats++) {
            const lift = node.fault({ type: 'stale', beats })
            expect(await readBlock(node, 'pending')).toEqual(
              seen.at(-1 - beats),
            )
            lift()
          }
        },
      ),
      { numRuns: share(200) },
    )
  })
})
