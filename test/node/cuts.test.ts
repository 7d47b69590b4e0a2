import { createClock } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { share } from '../runs.js'
import { alice, everyone, token, word } from './actors.js'
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
  test('default: the story has something of everything', async () => {
    const { told, blocks, exchanges } = await perform([], { isWatched: true })
    const count = (name: string) =>
      told.filter(([event]) => event === name).length
    expect({
      beats: count('beat'),
      preconfirmed: count('preconfirmed'),
      dropped: told.flatMap(([name, event]) =>
        name === 'dropped' ? `${event.transaction.label}: ${event.reason}` : [],
      ),
      sealed: told.flatMap(([name, event]) =>
        name === 'sealed' ? event.transactions.length : [],
      ),
      blocks: blocks.length,
      outcomes: [...new Set(exchanges.map(({ outcome }) => outcome.type))],
    }).toMatchInlineSnapshot(`
      {
        "beats": 33,
        "blocks": 10,
        "dropped": [
          "a1: requested",
          "b9: funds",
          "last: requested",
        ],
        "outcomes": [
          "result",
          "error",
        ],
        "preconfirmed": 10,
        "sealed": [
          3,
          1,
          4,
        ],
      }
    `)
  })

  test.each([
    ['200 ms', 200],
    ['1 ms', 1],
    ['7 ms', 7],
    ['1,999 ms', 1_999],
  ])('behavior: pieces of %s end in the same bytes', async (_, ms) => {
    const whole = await perform([], { isWatched: true })
    expect(await perform(every(ms), { isWatched: true })).toEqual(whole)
  })

  test('behavior: advance(2000), ten advance(200), 2,000 advance(1)', async () => {
    const ends = []
    for (const [pieces, ms] of [
      [1, 2_000],
      [10, 200],
      [2_000, 1],
    ] as const) {
      const node = createMockNode(story)
      for (let piece = 0; piece < pieces; piece++) node.advance(ms)
      ends.push(await readAll(node))
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })

  test('behavior: tick and seal are pieces like any other', async () => {
    const node = createMockNode(story)
    node.nextBeat(3)
    node.advance(11)
    node.nextBlock(2)
    node.nextBeat()
    node.advance(storyLength - 4_200)
    const whole = createMockNode(story)
    whole.advance(storyLength)
    expect(await readAll(node)).toEqual(await readAll(whole))
  })

  test('behavior: whether somebody listens makes no difference', async () => {
    const [watched, unwatched] = [
      await perform(every(50), { isWatched: true }),
      await perform([]),
    ]
    expect({ ...watched, told: [] }).toEqual(unwatched)
  })

  test.each(['ambient', 'given'] as const)(
    'behavior: the %s clock plays it as the virtual one',
    async (clock) => {
      const whole = await perform([], { isWatched: true })
      for (const ms of [200, 333])
        expect(await perform(every(ms), { clock, isWatched: true })).toEqual(
          whole,
        )
      expect(await perform([], { clock })).toEqual({ ...whole, told: [] })
    },
  )

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

  test('behavior: a late answer is settled at its time, however it is cut', async () => {
    const settledAt = []
    for (const pieces of [1, 10, 1_000]) {
      const node = createMockNode()
      node.fault({ type: 'delay', ms: 300 })
      const answered = ask(node, 'eth_blockNumber')
      for (let piece = 0; piece < pieces; piece++) {
        node.advance(1_000 / pieces)
        await Promise.resolve()
      }
      await answered
      settledAt.push(node.answeredRequests[0]?.settledAt)
    }
    expect(settledAt).toEqual([300, 300, 300])
  })

  test('behavior: so is one that a listener asked for', async () => {
    for (const [clock, pieces] of [
      ['virtual', 10],
      ['virtual', 1],
      ['ambient', 2_000],
      ['ambient', 1],
    ] as const) {
      const [node, move] = clocks[clock]()
      const answers: Promise<unknown>[] = []
      node.fault({ type: 'delay', ms: 301 })
      const off = node.on('beat', () => {
        answers.push(ask(node, 'eth_chainId'))
        off()
      })
      for (let piece = 0; piece < pieces; piece++) move(2_000 / pieces)
      await Promise.all(answers)
      expect(node.answeredRequests).toMatchObject([{ at: 200, settledAt: 501 }])
      node.dispose()
      vi.useRealTimers()
    }
  })

  test('behavior: so is one that a listener of a jump asked for', async () => {
    vi.useFakeTimers({ now: 5_000 })
    const node = createMockNode({ clock: 'ambient' })
    node.fault({ type: 'delay', ms: 301 })
    const answers: Promise<unknown>[] = []
    const off = node.on('beat', () => {
      answers.push(ask(node, 'eth_chainId'))
      off()
    })
    vi.setSystemTime(605_000)
    expect(node.now).toBe(600_000)
    await Promise.all(answers)
    expect(node.answeredRequests).toMatchObject([{ at: 200, settledAt: 501 }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: two nodes of one script say the same, byte for byte', async () => {
    const [one, other] = [createMockNode(story), createMockNode(story)]
    for (const node of [one, other]) {
      node.preconfirm({ from: alice, to: token, data: '0x01' })
      node.nextBlock(3)
    }
    expect(JSON.stringify(await readAll(one))).toBe(
      JSON.stringify(await readAll(other)),
    )
  })
})
