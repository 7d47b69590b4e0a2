import {
  droppedTail,
  receiptDivergence,
  reorderedSeal,
  revertedAfterAll,
} from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, play } from './play.js'

const carol = '0x00000000000000000000000000000000000ca401'

describe('droppedTail', () => {
  test('default: two beats are not in the sealed block', async () => {
    const story = play(droppedTail())
    expect(await story.at(1_999)).toEqual([1, 0, 10, 0])
    expect([await story.slot('pending'), await story.nonce('pending')]).toEqual(
      [10, 10],
    )
    const hashes = await story.hashes('pending')
    expect(await story.at(2_000)).toEqual([2, 1, 8, 8])
    expect([await story.slot('pending'), await story.nonce('pending')]).toEqual(
      [8, 8],
    )
    expect(await story.hashes('latest')).toEqual(hashes.slice(0, 8))
    const receipts = await Promise.all(hashes.map(story.receipt))
    expect(receipts.map((receipt) => receipt !== null)).toEqual(
      hashes.map((_, index) => index < 8),
    )
  })

  test('behavior: they never come back', async () => {
    const story = play(droppedTail())
    expect(await story.at(60_000)).toEqual([31, 30, 8, 8])
  })

  test('behavior: the node says why', () => {
    const { node } = play(droppedTail())
    const dropped: unknown[] = []
    node.on('dropped', ({ transaction, reason }) =>
      dropped.push([transaction.label, reason]),
    )
    node.nextBlock()
    expect(dropped).toEqual([
      ['payment#9', 'omitted'],
      ['payment#10', 'omitted'],
    ])
  })

  test('options: beats', async () => {
    expect(await play(droppedTail({ beats: 10 })).at(2_000)).toEqual([
      2, 1, 0, 0,
    ])
    expect(await play(droppedTail({ beats: 1 })).at(2_000)).toEqual([
      2, 1, 9, 9,
    ])
  })

  test('options: transactions', async () => {
    const story = play(
      droppedTail({
        transactions: [
          { to: carol, changes: { [carol]: { storage: { '0x0': '0x2a' } } } },
        ],
        beats: 10,
      }),
    )
    story.to(1_800)
    expect(await story.slot('pending', carol)).toBe(42)
    expect(await story.slot('pending')).toBe(0)
    story.to(2_000)
    expect(await story.slot('pending', carol)).toBe(0)
  })
})

describe('reorderedSeal', () => {
  test('default: two payments change places', async () => {
    const story = play(reorderedSeal())
    story.to(1_999)
    const pending = await story.receipts('pending')
    expect(
      pending.map(({ from, transactionIndex, cumulativeGasUsed }) => [
        from,
        transactionIndex,
        cumulativeGasUsed,
      ]),
    ).toEqual([
      [alice, '0x0', '0x5208'],
      [bob, '0x1', '0xa410'],
    ])
    story.to(2_000)
    const sealed = await story.receipts('latest')
    expect(
      sealed.map(({ from, transactionIndex }) => [from, transactionIndex]),
    ).toEqual([
      [bob, '0x0'],
      [alice, '0x1'],
    ])
    expect(sealed.map(({ transactionHash }) => transactionHash)).toEqual(
      pending.map(({ transactionHash }) => transactionHash).reverse(),
    )
    expect(await story.balance('latest')).toBe(10n ** 6n * ether)
  })

  test('options: transactions, each once', async () => {
    const senders = [carol, alice, bob] as const
    const story = play(
      reorderedSeal({ transactions: senders.map((from) => ({ from })) }),
    )
    story.to(2_000)
    const { transactions } = await story.block('latest')
    expect(transactions.map(({ from }) => from)).toEqual([bob, alice, carol])
  })
})

describe('receiptDivergence', () => {
  test('default: another gas', async () => {
    const story = play(receiptDivergence())
    story.to(200)
    const [hash] = await story.hashes('pending')
    expect(await story.receipt(hash)).toMatchObject({ gasUsed: '0xea60' })
    story.to(2_000)
    expect(await story.receipt(hash)).toMatchObject({
      gasUsed: '0xd2f0',
      cumulativeGasUsed: '0xd2f0',
      status: '0x1',
      blockNumber: '0x1',
    })
    expect(await story.balance('latest')).toBe(ether)
  })

  test('options: sealed, with own transactions', async () => {
    const log = { address: carol, topics: [], data: '0x01' } as const
    const story = play(
      receiptDivergence({
        transactions: [{ logs: [log] }, { gasUsed: 30_000n }],
        sealed: { logs: [{ ...log, data: '0x02' }] },
      }),
    )
    story.to(400)
    const logsOf = async (selector: string) =>
      (await story.receipts(selector)).map(({ logs, gasUsed }) => [
        gasUsed,
        ...logs.map(({ data }) => data),
      ])
    expect(await logsOf('pending')).toEqual([['0x5208', '0x01'], ['0x7530']])
    story.to(2_000)
    expect(await logsOf('latest')).toEqual([
      ['0x5208', '0x02'],
      ['0x7530', '0x02'],
    ])
  })

  test('options: own transactions differ by a tenth', async () => {
    const story = play(
      receiptDivergence({ transactions: [{ gasUsed: 50_000n }, {}] }),
    )
    story.to(2_000)
    const receipts = await story.receipts('latest')
    expect(receipts.map(({ gasUsed }) => Number(gasUsed))).toEqual([
      45_000, 18_900,
    ])
  })

  test('error: a receipt that would not differ, or not so', () => {
    for (const sealed of [
      {},
      { gas: 1n },
      { gasUsed: 5 },
      { status: 'reverted' },
    ])
      expect(() => receiptDivergence({ sealed: sealed as never })).toThrow(
        'expected an object with a bigint "gasUsed", an array "logs" or both',
      )
  })
})

describe('revertedAfterAll', () => {
  test('default: a success, then not', async () => {
    const story = play(revertedAfterAll())
    expect(await story.at(1_999)).toEqual([1, 0, 1, 0])
    const [hash] = await story.hashes('pending')
    expect(await story.receipt(hash)).toMatchObject({ status: '0x1' })
    expect(await story.at(2_000)).toEqual([2, 1, 0, 0])
    expect(await story.receipt(hash)).toMatchObject({
      status: '0x0',
      transactionIndex: '0x0',
      blockNumber: '0x1',
    })
    expect(await story.nonce('latest')).toBe(1)
  })

  test('options: transactions lose logs and changes', async () => {
    const story = play(
      revertedAfterAll({
        transactions: [
          {
            logs: [{ address: carol }],
            changes: { [carol]: { balance: 7n } },
          },
          { value: 3n },
        ],
      }),
    )
    story.to(400)
    expect(await story.balance('pending', carol)).toBe(7n)
    story.to(2_000)
    expect(await story.balance('pending', carol)).toBe(0n)
    const receipts = await story.receipts('latest')
    expect(receipts.map(({ status, logs }) => [status, logs])).toEqual([
      ['0x0', []],
      ['0x0', []],
    ])
    expect(await story.balance('latest')).toBe(0n)
  })
})
