import { boundaryGap, missedIndex, twoAhead } from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { ether, play } from './play.js'

describe('boundaryGap', () => {
  test('error: more blocks than a scenario should hold', () => {
    expect(() => boundaryGap({ blocks: 10_001 })).toThrow(
      '"blocks" is 10001, expected a whole number from 1 to 10000',
    )
  })

  test('default: for 400 ms pending answers as latest', async () => {
    const story = play(boundaryGap())
    expect(await story.at(1_999)).toEqual([1, 0, 10, 0])
    expect(await story.at(2_000)).toEqual([1, 1, 10, 10])
    expect(await story.block('pending')).toEqual(await story.block('latest'))
    expect(await story.receipts('pending')).toHaveLength(10)
    expect(await story.at(2_399)).toEqual([1, 1, 10, 10])
    expect(await story.at(2_400)).toEqual([2, 1, 13, 10])
    expect(await story.at(4_000)).toEqual([2, 2, 20, 20])
    expect(await story.at(4_400)).toEqual([3, 2, 23, 20])
  })

  test('behavior: transactions are not found in the gap', async () => {
    const story = play(boundaryGap())
    story.to(2_400)
    const [hash] = await story.hashes('pending')
    expect(await story.receipt(hash)).toMatchObject({ blockNumber: '0x2' })
    story.node.seek(2_399)
    expect(await story.receipt(hash)).toBe(null)
    expect(await story.ask('eth_getTransactionByHash', hash)).toBe(null)
    const [sealed] = await story.hashes('latest')
    expect(await story.receipt(sealed)).toMatchObject({ blockNumber: '0x1' })
  })

  test('behavior: the story ends with a whole block', async () => {
    const story = play(boundaryGap({ blocks: 2 }))
    expect(await story.at(2_000)).toEqual([1, 1, 10, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 20, 20])
  })

  test('options: answer', async () => {
    const story = play(boundaryGap({ answer: 'null' }))
    story.to(2_000)
    const nothing = () => [
      story.ask('eth_getBlockByNumber', 'pending', false),
      story.ask('eth_getBlockReceipts', 'pending'),
    ]
    expect(await Promise.all(nothing())).toEqual([null, null])
    expect(await story.balance('pending')).toBe(10n * ether)
    expect(await story.numberOf('latest')).toBe(1)
    story.to(2_400)
    expect(await story.numberOf('pending')).toBe(2)
  })

  test('options: gap', async () => {
    const story = play(boundaryGap({ gap: 50 }))
    expect(await story.at(2_049)).toEqual([1, 1, 10, 10])
    expect(await story.at(2_050)).toEqual([2, 1, 11, 10])
  })
})

describe('twoAhead', () => {
  test('default: latest is 250 ms late', async () => {
    const story = play(twoAhead())
    expect(await story.at(1_999)).toEqual([1, 0, 10, 0])
    expect(await story.at(2_000)).toEqual([2, 0, 11, 0])
    expect(await story.ask('eth_blockNumber')).toBe('0x0')
    expect(await story.at(2_200)).toEqual([2, 0, 12, 0])
    expect(await story.at(2_249)).toEqual([2, 0, 12, 0])
    expect(await story.at(2_250)).toEqual([2, 1, 12, 10])
    expect(await story.ask('eth_blockNumber')).toBe('0x1')
    expect(await story.at(4_249)).toEqual([3, 1, 22, 10])
    expect(await story.at(4_250)).toEqual([3, 2, 22, 20])
  })

  test('behavior: the parent of pending is not latest', async () => {
    const story = play(twoAhead())
    story.to(2_200)
    const { parentHash } = await story.block('pending')
    expect((await story.block('latest')).hash).not.toBe(parentHash)
    story.to(2_250)
    expect((await story.block('latest')).hash).toBe(parentHash)
  })

  test('options: lag, blocks', async () => {
    const story = play(twoAhead({ lag: 150, blocks: 2 }))
    expect(await story.at(2_149)).toEqual([2, 0, 11, 0])
    expect(await story.at(2_150)).toEqual([2, 1, 11, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 20, 20])
  })
})

describe('missedIndex', () => {
  test('default: pending is lost until the next block opens', async () => {
    const story = play(missedIndex())
    expect(await story.at(2_799)).toEqual([2, 1, 14, 10])
    expect(await story.at(2_800)).toEqual([1, 1, 10, 10])
    expect(await story.at(3_999)).toEqual([1, 1, 10, 10])
    expect(await story.at(4_000)).toEqual([3, 2, 21, 20])
  })

  test('behavior: what was pre-confirmed is not found, and sealed all the same', async () => {
    const story = play(missedIndex())
    story.to(2_700)
    const [hash] = await story.hashes('pending')
    expect(await story.receipt(hash)).not.toBe(null)
    story.to(2_800)
    expect(await story.receipt(hash)).toBe(null)
    story.to(4_000)
    expect(await story.receipt(hash)).toMatchObject({ blockNumber: '0x2' })
  })

  test('options: index', async () => {
    const first = play(missedIndex({ index: 0 }))
    expect(await first.at(2_000)).toEqual([1, 1, 10, 10])
    const last = play(missedIndex({ index: 9 }))
    expect(await last.at(3_799)).toEqual([2, 1, 19, 10])
    expect(await last.at(3_800)).toEqual([1, 1, 10, 10])
  })
})
