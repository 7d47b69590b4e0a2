import { createMockNode } from 'preseal'
import { checkStream } from 'preseal/stream'
import { describe, expect, test } from 'vitest'
import {
  baseSepoliaStream,
  baseStream,
  describeCaptures,
  readCapture,
  unichainStream,
} from '../../chain/captures.js'
import { alice, bob, funded, token, word } from '../../node/actors.js'
import { refusal } from '../../node/schema/refusal.js'
import { type Message, record } from './messages.js'

/** Two messages of a first block and two of the next. */
async function recorded(stateRoot: 'atSeal' | 'everyBeat' = 'everyBeat') {
  const node = createMockNode({
    ...funded,
    pendingStateRoot: stateRoot,
    blockTime: 400,
    steps: [
      {
        at: 0,
        type: 'preconfirm',
        from: alice,
        to: token,
        logs: [{ address: token, topics: [word(1)] }],
      },
      { at: 0, type: 'preconfirm', from: bob, to: alice, value: 1n },
      { at: 200, type: 'preconfirm', from: alice, to: bob, value: 2n },
      { at: 400, type: 'preconfirm', from: alice, to: bob, value: 3n },
    ],
  })
  const { messages } = await record(node, { beats: 4 })
  return messages as [Message, Message, Message, Message]
}

/** As lines that are read at a glance, long hex cut short. */
const found = (messages: Parameters<typeof checkStream>[0]) =>
  checkStream(messages).map(({ message, path, given, expected }) =>
    `${message} ${path}: ${given}, expected ${expected}`.replace(
      /(0x\w{6})\w{4,}/g,
      '$1…',
    ),
  )

const withDiff = (message: Message, change: object): Message => ({
  ...message,
  diff: { ...message.diff, ...change },
})

const withReceipts = (message: Message, receipts: object): Message => ({
  ...message,
  metadata: { ...message.metadata, receipts },
})

describe('checkStream', () => {
  test('default: a stream that holds together has no problems', async () => {
    expect(checkStream(await recorded())).toEqual([])
    expect(checkStream(await recorded('atSeal'))).toEqual([])
    const messages = await recorded()
    const lines = messages.map((message) => JSON.stringify(message))
    expect(checkStream(lines.join('\n'))).toEqual([])
    expect(
      checkStream(
        lines.map(() => new Uint8Array(1)),
        {
          decompress: () => new TextEncoder().encode(lines.shift() ?? ''),
        },
      ),
    ).toEqual([])
  })

  test('behavior: what does not recompute', async () => {
    const [first, second, third] = await recorded()
    const changes: object[] = [
      { block_hash: word(1) },
      { state_root: word(1) },
      { gas_used: '0x1' },
      { logs_bloom: `0x${'00'.repeat(256)}` },
      { receipts_root: word(2) },
    ]
    expect(
      changes.map((change) => found([withDiff(first, change), second])),
    ).toMatchInlineSnapshot(`
      [
        [
          "0 diff.block_hash: 0x000000…, expected 0x411061…",
        ],
        [
          "0 diff.block_hash: 0x411061…, expected 0x8e6e24…",
        ],
        [
          "0 diff.block_hash: 0x411061…, expected 0x77db18…",
          "0 diff.gas_used: 0x1, expected 0xa410",
        ],
        [
          "0 diff.block_hash: 0x411061…, expected 0x238a37…",
          "0 diff.logs_bloom: 0x000000…, expected 0x000000…",
        ],
        [
          "0 diff.block_hash: 0x411061…, expected 0x34472e…",
          "0 diff.receipts_root: 0x000000…, expected 0x760d64…",
        ],
      ]
    `)
    expect(checkStream([withDiff(first, { block_hash: word(1) })])).toEqual([
      {
        message: 0,
        path: 'diff.block_hash',
        given: word(1),
        expected: first.diff.block_hash,
      },
    ])
    expect(
      found([first, withDiff(second, { block_hash: word(9) }), third]),
    ).toMatchInlineSnapshot(`
      [
        "1 diff.block_hash: 0x000000…, expected 0xb63551…",
        "2 base.parent_hash: 0xb63551…, expected 0x000000…",
      ]
    `)
  })

  test('behavior: indices and payloads', async () => {
    const [first, second, third, fourth] = await recorded()
    const otherBase = { ...first.base, timestamp: '0x7' } as Message['base']
    const orders = {
      'begins late': [second, third],
      'a gap': [first, withDiff({ ...second, index: 5 }, { transactions: [] })],
      'a repetition': [first, second, second],
      late: [first, { ...second, index: 2 }, second],
      'no opening': [first, second, fourth],
      'a payload that ended': [first, second, third, second, fourth],
      'blocks missing': [
        first,
        second,
        {
          ...third,
          base: { ...third.base, block_number: '0x9' } as Message['base'],
        },
      ],
      'another base': [first, { ...second, base: otherBase }],
      'another number': [
        { ...first, metadata: { ...first.metadata, block_number: 7 } },
      ],
      'time goes back': [
        { ...first, receivedAt: 5 },
        { ...second, receivedAt: 4 },
      ],
    }
    expect(
      Object.fromEntries(
        Object.entries(orders).map(([name, order]) => [
          name,
          found(order as Message[]),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "a gap": [
          "1 index: 5, expected 1",
          "1 metadata.receipts.0xcae35d…: a receipt, expected none, as the message has no such transaction",
        ],
        "a payload that ended": [
          "3 payload_id: 0x030000…, expected 0x030000…, or one that did not end before",
          "4 payload_id: 0x030000…, expected 0x030000…, or one that did not end before",
        ],
        "a repetition": [
          "2 index: 1, expected 2",
        ],
        "another base": [
          "1 base: another one, expected the one that the block was opened with",
          "1 diff.block_hash: 0xb63551…, expected 0x1b8ca6…",
        ],
        "another number": [
          "0 metadata.block_number: 7, expected 1, of the base",
        ],
        "begins late": [
          "0 index: 1, expected 0",
          "0 base: missing, expected what was fixed at index 0, which is missing as well",
        ],
        "blocks missing": [
          "2 base.block_number: 9, expected 2, after the block before",
          "2 metadata.block_number: 2, expected 9, of the base",
          "2 diff.block_hash: 0x40e454…, expected 0x87d0b0…",
        ],
        "late": [
          "1 index: 2, expected 1",
          "2 index: 1, expected 3",
          "2 diff.transactions[0]: 0xcae35d…, expected a transaction that index 2 does not hold",
        ],
        "no opening": [
          "2 index: 1, expected 0",
          "2 base: missing, expected what was fixed at index 0, which is missing as well",
        ],
        "time goes back": [
          "1 receivedAt: 4, expected at least 5, of the message before",
        ],
      }
    `)
  })

  test('behavior: transactions and receipts', async () => {
    const [first, second] = await recorded()
    const receipts = first.metadata.receipts as {
      [hash: string]: { cumulativeGasUsed: string }
    }
    const [hash = '', other = ''] = Object.keys(receipts)
    const [envelope = '0x'] = first.diff.transactions
    expect([
      found([first, withDiff(second, { transactions: [envelope] })]),
      found([withDiff(first, { transactions: [envelope, envelope] })]),
      found([withReceipts(first, { [hash]: receipts[hash] })]),
      found([withReceipts(first, { ...receipts, [word(3)]: receipts[hash] })]),
      found([
        withReceipts(first, {
          ...receipts,
          [other]: { ...receipts[other], cumulativeGasUsed: '0x1' },
        }),
      ]),
      found([withReceipts(first, {}), second]),
    ]).toMatchInlineSnapshot(`
      [
        [
          "1 diff.transactions[0]: 0xc3709c…, expected a transaction that index 0 does not hold",
          "1 metadata.receipts.0xcae35d…: a receipt, expected none, as the message has no such transaction",
          "1 metadata.receipts.0xc3709c…: missing, expected a receipt, as other transactions of the message have one",
          "1 diff.block_hash: 0xb63551…, expected 0x7cb99d…",
        ],
        [
          "0 diff.transactions[1]: 0xc3709c…, expected a transaction that index 0 does not hold",
          "0 metadata.receipts.0xfabe7f…: a receipt, expected none, as the message has no such transaction",
          "0 diff.block_hash: 0x411061…, expected 0x85eb1d…",
          "0 diff.receipts_root: 0x760d64…, expected 0x8168c9…",
          "0 diff.gas_used: 0xa410, expected 0x5208",
        ],
        [
          "0 metadata.receipts.0xfabe7f…: missing, expected a receipt, as other transactions of the message have one",
        ],
        [
          "0 metadata.receipts.0x000000…: a receipt, expected none, as the message has no such transaction",
        ],
        [
          "0 metadata.receipts.0xfabe7f….cumulativeGasUsed: 1, expected at least 21000, what was used before",
        ],
        [],
      ]
    `)
  })

  test('error: what is no stream', () => {
    expect(refusal(() => checkStream([]))).toBe(
      'InvalidCaptureError: messages is empty, expected at least one.',
    )
  })
})

describeCaptures('checkStream: captures', () => {
  test('Unichain holds together', () => {
    expect(checkStream(readCapture<object>(unichainStream))).toEqual([])
  })

  test('Base is edited from index 1 on, and repeats three transactions', () => {
    const problems = checkStream(readCapture<object>(baseSepoliaStream))
    const at = (path: RegExp) =>
      problems
        .filter((problem) => path.test(problem.path))
        .map(({ message }) => message)
    expect(at(/block_hash/)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(at(/transactions/)).toEqual([8, 8, 8])
    expect(problems).toHaveLength(13)
  })

  test('a message in the middle of a block', () => {
    expect(found(readCapture<object>(baseStream))).toEqual([
      '0 index: 7, expected 0',
      '0 base: missing, expected what was fixed at index 0, which is missing as well',
    ])
  })
})
