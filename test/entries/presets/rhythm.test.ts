import { emptyBeats, jittered, steady } from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, play } from './play.js'

/** When beats came, with the number of transactions that pending has then. */
async function beatsOf(story: ReturnType<typeof play>, until: number) {
  const instants: number[] = []
  const stop = story.node.on('beat', ({ at }) => instants.push(at))
  story.to(until)
  stop()
  const counts: [number, number][] = []
  for (const at of instants) {
    story.node.seek(at)
    counts.push([at, (await story.hashes('pending')).length])
  }
  return counts
}

describe('steady', () => {
  test('default: a payment at every beat', async () => {
    const story = play(steady())
    expect(await story.at(0)).toEqual([1, 0, 1, 0])
    expect(await story.at(199)).toEqual([1, 0, 1, 0])
    expect(await story.at(200)).toEqual([1, 0, 2, 0])
    expect(await story.at(1_999)).toEqual([1, 0, 10, 0])
    expect(await story.at(2_000)).toEqual([2, 1, 11, 10])
    expect(await story.at(5_999)).toEqual([3, 2, 30, 20])
    expect(await story.at(6_000)).toEqual([4, 3, 30, 30])
    expect(await story.at(60_000)).toEqual([31, 30, 30, 30])
  })

  test('options: blocks, and who pays whom', async () => {
    const scenario = steady({ blocks: 1, from: bob, to: alice, value: 5n })
    expect(scenario.duration).toBe(2_000)
    const story = play(scenario)
    story.to(60_000)
    expect(await story.balance('latest', alice)).toBe(50n)
    expect(await story.balance('latest')).toBe(10n ** 6n * ether - 50n)
  })

  test('options: times', async () => {
    const scenario = steady({ blockTime: 1_000, preconfirmationTime: 250 })
    expect(scenario).toMatchObject({
      blockTime: 1_000,
      preconfirmationTime: 250,
      duration: 3_000,
    })
    const story = play(scenario)
    expect(await story.at(250)).toEqual([1, 0, 2, 0])
    expect(await story.at(1_000)).toEqual([2, 1, 5, 4])
  })

  test('options: transactions in turn, over again', async () => {
    const story = play(
      steady({
        value: 2n,
        transactions: [
          { label: 'swap', value: 3n, gasUsed: 50_000n },
          { type: 'legacy' },
        ],
      }),
    )
    const labels: (string | undefined)[] = []
    story.node.on('preconfirmed', ({ transaction }) =>
      labels.push(transaction.label),
    )
    story.to(600)
    expect(labels).toEqual(['payment', 'swap#2', 'payment#2'])
    const { transactions } = await story.block('pending')
    expect(
      transactions.map(({ type, value, from, to }) => [type, value, from, to]),
    ).toEqual([
      ['0x2', '0x3', alice, bob],
      ['0x0', '0x2', alice, bob],
      ['0x2', '0x3', alice, bob],
      ['0x0', '0x2', alice, bob],
    ])
  })
})

describe('jittered', () => {
  test('default: beats as a node logged them', async () => {
    expect(await beatsOf(play(jittered()), 2_500)).toEqual([
      // Nobody listens at creation, which is the first of them.
      [315, 2],
      [357, 3],
      [490, 4],
      [856, 5],
      [876, 6],
      [1_060, 7],
      [1_451, 8],
      [1_558, 9],
      [2_000, 1],
      [2_315, 2],
      [2_357, 3],
      [2_490, 4],
    ])
  })

  test('behavior: blocks are on time', async () => {
    const story = play(jittered())
    expect(await story.at(1_999)).toEqual([1, 0, 9, 0])
    expect(await story.at(2_000)).toEqual([2, 1, 10, 9])
    expect(await story.at(6_000)).toEqual([4, 3, 27, 27])
  })

  test('options: intervals, blocks', async () => {
    const story = play(jittered({ intervals: [500, 50], blocks: 1 }))
    expect(await beatsOf(story, 2_400)).toEqual([
      [500, 2],
      [550, 3],
      [2_000, 0],
      [2_200, 0],
      [2_400, 0],
    ])
  })

  test('options: no intervals, and so no beat but the first', async () => {
    expect(await beatsOf(play(jittered({ intervals: [] })), 2_000)).toEqual([
      [2_000, 1],
    ])
  })
})

describe('emptyBeats', () => {
  async function hashesOf(story: ReturnType<typeof play>) {
    const hashes: string[] = []
    for (let beat = 0; beat < 20; beat++) {
      story.to(beat * 200)
      hashes.push((await story.block('pending')).hash)
    }
    return hashes
  }

  /** Which beats brought another hash. */
  const changes = (hashes: string[]) =>
    hashes.flatMap((hash, beat) => (hash === hashes[beat - 1] ? [] : [beat]))

  test('default: a payment every fifth beat, else the same hash', async () => {
    const hashes = await hashesOf(play(emptyBeats()))
    expect(changes(hashes)).toEqual([0, 4, 9, 10, 14, 19])
    expect(new Set(hashes).size).toBe(6)
  })

  test('options: payEveryNth, blocks', async () => {
    const story = play(emptyBeats({ payEveryNth: 8, blocks: 1 }))
    expect(changes(await hashesOf(story))).toEqual([0, 7, 10])
    expect(emptyBeats({ payEveryNth: 8 }).steps).toHaveLength(2)
  })
})
