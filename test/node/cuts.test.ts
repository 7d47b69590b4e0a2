import { createClock } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { share } from '../runs.js'
import { everyone, word } from './actors.js'
import { listen } from './listen.js'
import { ask, readAll } from './reads.js'
import { story, storyLength } from './stories.js'

afterEach(() => {
  vi.useRealTimers()
})

type Move = (ms: number) => void

/** Nodes of the story, each with what moves its time. */
const clocks = {
  virtual(): [MockNode, Move] {
    const node = createMockNode(story)
    return [node, node.advance]
  },
  ambient(): [MockNode, Move] {
    vi.useFakeTimers({ now: 5_000 })
    const node = createMockNode({ ...story, clock: 'ambient' })
    return [node, (ms) => void vi.advanceTimersByTime(ms)]
  },
  given(): [MockNode, Move] {
    const clock = createClock(1)
    const node = createMockNode({ ...story, clock })
    return [node, (ms) => void clock.tick(ms)]
  },
}

/** Instants at which requests are made, however time is cut. */
const asked = [150, 200, 500, 1_900, 2_000, 2_101, 3_999, 4_000, 6_300]

function request(node: MockNode) {
  const reads = everyone.flatMap((address) => [
    ask(node, 'eth_getBalance', address, 'pending'),
    ask(node, 'eth_getStorageAt', address, word(1), 'latest'),
  ])
  return Promise.allSettled([
    ...reads,
    ask(node, 'eth_getBlockByNumber', 'pending', true),
    ask(node, 'eth_getBlockReceipts', 'latest'),
    ask(node, 'eth_getBalance', 'nobody', 'latest'),
  ])
}

/** All that the story leaves behind when time stops at these instants. */
async function perform(
  stops: readonly number[],
  { clock = 'virtual' as keyof typeof clocks, isWatched = false } = {},
) {
  const [node, move] = clocks[clock]()
  const told = isWatched
    ? listen(node, 'preconfirmed', 'dropped', 'sealed', 'beat')
    : []
  const answers: Promise<unknown>[] = []
  let at = 0
  for (const stop of [...new Set([...stops, ...asked, storyLength])].sort(
    (left, right) => left - right,
  )) {
    move(stop - at)
    at = stop
    if (asked.includes(stop)) answers.push(request(node))
  }
  const answered = await Promise.all(answers)
  const { answeredRequests: exchanges } = node
  const end = { told, answered, exchanges, ...(await readAll(node)) }
  node.dispose()
  return end
}

const every = (ms: number) =>
  Array.from({ length: Math.floor(storyLength / ms) }, (_, k) => (k + 1) * ms)

describe('time in pieces', () => {
  test('behavior: whether somebody listens makes no difference', async () => {
    const [watched, unwatched] = [
      await perform(every(50), { isWatched: true }),
      await perform([]),
    ]
    expect({ ...watched, told: [] }).toEqual(unwatched)
  })

  test('behavior: however time is cut, under every clock', async () => {
    const whole = await perform([], { isWatched: true })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.oneof(
            fc.integer({ min: 0, max: storyLength }),
            fc.integer({ min: 0, max: 33 }).map((beat) => beat * 200),
          ),
          { maxLength: 40 },
        ),
        fc.constantFrom('virtual' as const, 'ambient', 'given'),
        fc.boolean(),
        async (stops, clock, isWatched) => {
          const told = isWatched ? whole.told : []
          expect(await perform(stops, { clock, isWatched })).toEqual({
            ...whole,
            told,
          })
        },
      ),
      { numRuns: share(40) },
    )
  })
})
