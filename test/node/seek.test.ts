import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, carol, ether, funded, tenYears } from './actors.js'
import { listen } from './listen.js'
import { ask, pendingHashes, readAll } from './reads.js'
import { story, storyLength } from './stories.js'

describe('seek', () => {
  test('behavior: back to any instant, verbs included', async () => {
    const timeline = story.steps?.filter(
      ({ type }) => type !== 'fault' && type !== 'lift',
    )
    const node = createMockNode({ ...story, steps: timeline })
    const visited: [number, unknown][] = []
    const act = [
      () => node.preconfirm({ from: alice, to: bob, value: 3n }),
      () => node.setBalance({ address: carol, value: 2n * ether }),
      () => node.setStorageAt({ address: bob, index: 0, value: '0x9' }),
    ]
    for (let k = 0; node.now < storyLength; k++) {
      node.advance(137)
      act[k % 7]?.()
      visited.push([node.now, await readAll(node)])
    }
    for (const [ms, reads] of visited.reverse()) {
      node.seek(ms)
      expect(await readAll(node)).toEqual(reads)
    }
  })

  test('behavior: ten years there and back', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob })
    node.seek(tenYears)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x9675300')
    node.preconfirm({ from: alice, to: bob })
    node.seek(2 * tenYears)
    node.seek(400)
    expect(await pendingHashes(node)).toEqual([hash])
  })

  test('behavior: forward, an answer that was late is due', async () => {
    const node = createMockNode()
    node.fault({ type: 'delay', ms: 300 })
    const answered = ask(node, 'eth_blockNumber')
    node.seek(2_000)
    expect(await answered).toBe('0x0')
    expect(node.answeredRequests).toMatchObject([{ at: 0, settledAt: 300 }])
  })

  test('behavior: ten minutes with listeners', () => {
    const node = createMockNode(funded)
    const told = { beat: 0 }
    node.on('beat', () => told.beat++)
    node.seek(600_000)
    expect([node.now, told.beat]).toEqual([600_000, 3_000])
  })

  test('behavior: any walk ends as the direct way does', async () => {
    const ends = new Map<number, unknown>()
    const direct = async (ms: number) => {
      if (!ends.has(ms)) {
        const fresh = createMockNode(story)
        fresh.advance(ms)
        ends.set(ms, await readAll(fresh))
      }
      return ends.get(ms)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: storyLength }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (walk, isWatched) => {
          const node = createMockNode(story)
          if (isWatched) listen(node, 'beat')
          for (const ms of walk) node.seek(ms)
          expect(await readAll(node)).toEqual(await direct(node.now))
          expect(node.now).toBe(walk.at(-1))
        },
      ),
      { numRuns: share(30) },
    )
  })
})
