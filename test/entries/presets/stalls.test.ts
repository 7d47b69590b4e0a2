import {
  finalityStall,
  frozenPending,
  noPreconfirmations,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { play } from './play.js'

describe('frozenPending', () => {
  test('default: 300 blocks behind', async () => {
    const story = play(frozenPending())
    expect(await story.at(200)).toEqual([1, 0, 1, 0])
    expect(await story.at(1_999)).toEqual([1, 0, 1, 0])
    const frozen = await story.block('pending')
    expect(await story.at(2_000)).toEqual([1, 1, 1, 1])
    expect(await story.at(600_000)).toEqual([1, 300, 1, 300])
    expect(await story.at(601_999)).toEqual([1, 300, 1, 300])
    expect(await story.block('pending')).toEqual(frozen)
    expect(await story.at(602_000)).toEqual([302, 301, 301, 301])
    expect(await story.at(602_200)).toEqual([302, 301, 302, 301])
  })

  test('behavior: what latest does not hold is not found', async () => {
    const story = play(frozenPending())
    story.to(1_999)
    const [first] = await story.hashes('pending')
    expect(await story.receipt(first)).not.toBe(null)
    story.to(2_000)
    expect(await story.receipt(first)).toMatchObject({
      blockHash: (await story.block('latest')).hash,
    })
    let second: string | undefined
    story.node.on('preconfirmed', ({ hash }) => {
      second = hash
    })
    story.to(3_999)
    expect(await story.receipt(second)).toBe(null)
    story.to(4_000)
    expect(await story.receipt(second)).not.toBe(null)
  })

  test('options: blocks', async () => {
    const scenario = frozenPending({ blocks: 2 })
    expect(scenario.duration).toBe(8_000)
    const story = play(scenario)
    expect(await story.at(5_999)).toEqual([1, 2, 1, 2])
    expect(await story.at(6_000)).toEqual([4, 3, 3, 3])
    expect(await story.at(8_000)).toEqual([5, 4, 4, 4])
  })
})

describe('noPreconfirmations', () => {
  test('default: for three blocks pending is latest', async () => {
    const story = play(noPreconfirmations())
    expect(await story.at(1_999)).toEqual([1, 0, 10, 0])
    expect(await story.at(2_000)).toEqual([1, 1, 10, 10])
    expect(await story.at(3_999)).toEqual([1, 1, 10, 10])
    expect(await story.at(4_000)).toEqual([2, 2, 20, 20])
    expect(await story.block('pending')).toEqual(await story.block('latest'))
    expect(await story.at(7_999)).toEqual([3, 3, 30, 30])
    expect(await story.at(8_000)).toEqual([5, 4, 41, 40])
    expect(await story.at(10_000)).toEqual([6, 5, 50, 50])
  })

  test('behavior: a transaction is found once it is sealed', async () => {
    const story = play(noPreconfirmations())
    let newest: string | undefined
    story.node.on('preconfirmed', ({ hash }) => {
      newest = hash
    })
    story.to(3_800)
    const hash = newest
    expect(await story.receipt(hash)).toBe(null)
    story.to(4_000)
    expect(await story.receipt(hash)).toMatchObject({ blockNumber: '0x2' })
  })

  test('options: blocks', async () => {
    const story = play(noPreconfirmations({ blocks: 1 }))
    expect(await story.at(3_999)).toEqual([1, 1, 10, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 21, 20])
  })
})

describe('finalityStall', () => {
  const tags = (story: ReturnType<typeof play>, ms: number) => {
    story.to(ms)
    return Promise.all(['latest', 'safe', 'finalized'].map(story.numberOf))
  }

  test('default: safe and finalized stand still, then jump', async () => {
    const story = play(finalityStall())
    expect(await tags(story, 10_000)).toEqual([5, 3, 1])
    expect(await tags(story, 12_000)).toEqual([6, 4, 2])
    expect(await tags(story, 14_000)).toEqual([7, 4, 2])
    expect(await tags(story, 31_999)).toEqual([15, 4, 2])
    expect(await tags(story, 32_000)).toEqual([16, 14, 12])
    expect(await tags(story, 36_000)).toEqual([18, 16, 14])
  })

  test('behavior: state by these tags stands still too', async () => {
    const story = play(finalityStall({ value: 1n }))
    story.to(30_000)
    expect(
      await Promise.all(['safe', 'finalized'].map((tag) => story.balance(tag))),
    ).toEqual([4n, 2n])
    expect(await story.balance('latest')).toBe(15n)
    story.to(32_000)
    expect(await story.balance('safe')).toBe(14n)
  })

  test('options: blocks, safeLag, finalizedLag', async () => {
    const scenario = finalityStall({ blocks: 3, safe: 0, finalized: 1 })
    expect(scenario.duration).toBe(16_000)
    const story = play(scenario)
    expect(await tags(story, 6_000)).toEqual([3, 3, 2])
    expect(await tags(story, 11_999)).toEqual([5, 3, 2])
    expect(await tags(story, 12_000)).toEqual([6, 6, 5])
  })
})
