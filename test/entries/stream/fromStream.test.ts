import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import {
  createMockNode,
  formatScenario,
  type Hex,
  isPresealError,
  type MockNode,
  type MockNodeOptions,
  parseScenario,
} from 'preseal'
import { fromStream } from 'preseal/stream'
import {
  getContractAddress,
  keccak256,
  recoverTransactionAddress,
  sha256,
  toRlp,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { methods, servedMethods } from '../../../src/rpc/methods/methods.js'
import {
  baseSepoliaStream,
  baseStream,
  describeCaptures,
  readCapture,
  unichainStream,
} from '../../chain/captures.js'
import { goodParams } from '../../conformance/parameters.js'
import { alice, bob, carol, funded, token, word } from '../../node/actors.js'
import { refusal } from '../../node/schema/refusal.js'
import { share } from '../../runs.js'
import { says } from '../../says.js'
import {
  ask,
  type Message,
  record,
  show,
  type Transaction,
} from './messages.js'

/** A node that tells a story over two blocks and a bit. */
function storyteller(options: MockNodeOptions = {}): MockNode {
  return createMockNode({
    ...funded,
    chainId: 84_532,
    pendingStateRoot: 'everyBeat',
    header: { initialBaseFeePerGas: 7n },
    l1Attributes: {},
    steps: [
      { at: 200, type: 'preconfirm', from: alice, to: bob, value: 1n },
      {
        at: 400,
        type: 'preconfirm',
        from: bob,
        to: token,
        gasUsed: 50_000n,
        maxPriorityFeePerGas: 2n,
        maxFeePerGas: 8n,
        logs: [
          { address: token, topics: [word(1), word(2)], data: '0x0102' },
          { address: token },
        ],
      },
      {
        at: 400,
        type: 'preconfirm',
        from: alice,
        to: null,
        status: 'reverted',
      },
      {
        at: 1_000,
        type: 'preconfirm',
        transactionType: 'legacy',
        from: alice,
        to: carol,
        value: 5n,
        logs: [{ address: token, topics: [word(3)] }],
      },
      { at: 2_200, type: 'preconfirm', from: alice, to: carol, value: 6n },
      { at: 4_000, type: 'preconfirm', from: bob, to: carol, value: 7n },
    ],
    ...options,
  })
}

type Shown = Awaited<ReturnType<typeof show>>

/** preseal's own signatures recover to nobody: what depends on the sender. */
async function signedBy(shown: Shown, envelopes: readonly Hex[]) {
  const senders = await Promise.all(envelopes.map(senderOf))
  const transactions = shown.block.transactions.map(
    (transaction, position) => ({
      ...transaction,
      from: senders[position] ?? transaction.from,
    }),
  )
  const receipts = shown.receipts.map((receipt, position) => {
    const { from, nonce } = transactions[position] as Transaction
    const created = getContractAddress({ from, nonce: BigInt(nonce) })
    const { contractAddress } = receipt
    return {
      ...receipt,
      from,
      contractAddress: contractAddress && created.toLowerCase(),
    }
  })
  return { block: { ...shown.block, transactions }, receipts }
}

async function senderOf(envelope: Hex): Promise<Hex | undefined> {
  if (envelope.startsWith('0x7e')) return undefined
  const serializedTransaction = envelope as `0x02${string}`
  const sender = await recoverTransactionAddress({ serializedTransaction })
  return sender.toLowerCase() as Hex
}

/** The envelopes of the block that a message belongs to, up to it. */
function envelopesAt(messages: readonly Message[], position: number): Hex[] {
  const { payload_id } = messages[position] as Message
  return messages
    .slice(0, position + 1)
    .filter((message) => message.payload_id === payload_id)
    .flatMap(({ diff }) => diff.transactions)
}

const hashOf = async (node: MockNode, tag: string) =>
  (await show(node, tag)).block?.hash

const lost = async (node: MockNode) =>
  String(await ask(node, 'eth_getBlockByNumber', 'pending', false))

describe('fromStream', () => {
  test('default: each index is pending as it was told', async () => {
    const watch = [alice, carol] as const
    const { messages, shown, balances } = await record(storyteller(), {
      beats: 12,
      watch,
    })
    const scenario = fromStream(messages)
    expect(scenario).toMatchObject({ version: 1, chainId: 84_532 })
    const node = createMockNode(scenario)
    for (const [beat, told] of shown.entries()) {
      node.seek(beat * 200)
      const expected = await signedBy(told, envelopesAt(messages, beat))
      expect(await show(node, 'pending')).toEqual(expected)
      for (const [index, address] of watch.entries())
        expect(await ask(node, 'eth_getBalance', address, 'pending')).toBe(
          balances[beat]?.[index],
        )
      for (const transaction of expected.block.transactions) {
        const { hash } = transaction
        const found = await ask(node, 'eth_getTransactionByHash', hash)
        expect(found).toEqual(transaction)
      }
      expect(await ask(node, 'eth_getBlockByHash', told.block.hash, true)).toBe(
        null,
      )
    }
  })

  test('behavior: a block is latest once the next one names it', async () => {
    const { messages, shown } = await record(storyteller(), { beats: 12 })
    const node = createMockNode(fromStream(messages))
    const { parent_hash: parent } = messages[0]?.base ?? {}
    expect(await ask(node, 'eth_blockNumber')).toMatch(
      new RegExp(`^-32000 Only the hash of the latest block, ${parent}`),
    )
    expect(await hashOf(node, 'pending')).toBe(shown[0]?.block.hash)
    node.advance(1_999)
    expect(await ask(node, 'eth_blockNumber')).toMatch(/^-32000/)
    node.advance(1)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    const last = shown[9] as Shown
    expect(await show(node, 'latest')).toEqual(
      await signedBy(last, envelopesAt(messages, 9)),
    )
    expect(await hashOf(node, 'pending')).toBe(shown[10]?.block.hash)
    node.advance(60_000)
    expect(await hashOf(node, 'latest')).toBe(last.block.hash)
    expect(await hashOf(node, 'pending')).toBe(shown[11]?.block.hash)
  })

  test('behavior: where the seal changes the hash, latest is to be imported', async () => {
    const real = storyteller({ pendingStateRoot: 'atSeal' })
    const { messages } = await record(real, { beats: 12 })
    const node = createMockNode(fromStream(messages))
    node.advance(2_000)
    const sealed = await show(real, '0x1')
    expect(await ask(node, 'eth_getBalance', bob, 'latest')).toMatch(
      new RegExp(
        `^-32000 Only the hash of the latest block, ${sealed.block.hash}`,
      ),
    )
    node.importBlock(sealed)
    expect(await show(node, 'latest')).toEqual(sealed)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
  })

  test('behavior: what the stream leaves out is an error that says so', async () => {
    const { messages } = await record(storyteller(), { beats: 3 })
    const bare = messages.map((message) => {
      const { block_number } = message.metadata
      return { ...message, metadata: { block_number } }
    })
    const node = createMockNode(fromStream(bare))
    node.advance(400)
    expect(await ask(node, 'eth_getBlockReceipts', 'pending')).toMatch(
      /^-32000 Block 1 was imported without receipts/,
    )
    expect(await ask(node, 'eth_getBalance', alice, 'pending')).toMatch(
      /^-32000 The balance of/,
    )
    const { block } = await show(node, 'pending')
    expect(block.transactions).toHaveLength(4)
    const { metadata: _, ...none } = messages[0] as Message
    expect(fromStream([none]).steps).toHaveLength(2)
  })

  test('behavior: receipts inside of their type, and without one', async () => {
    const { messages } = await record(storyteller(), { beats: 6 })
    const names = { '0x7e': 'Deposit', '0x2': 'Eip1559', '0x0': 'Legacy' }
    const change = (
      form: (name: string, receipt: object) => object,
    ): Message[] =>
      messages.map((message) => ({
        ...message,
        metadata: {
          ...message.metadata,
          receipts: Object.fromEntries(
            Object.entries(message.metadata.receipts ?? {}).map(
              ([hash, { type, ...receipt }]) => [
                hash,
                form(names[type as '0x0'], receipt),
              ],
            ),
          ),
        },
      }))
    const expected = fromStream(messages)
    expect(
      fromStream(change((name, receipt) => ({ [name]: receipt }))),
    ).toEqual(expected)
    expect(fromStream(change((_, receipt) => receipt))).toEqual(expected)
  })

  test('behavior: receivedAt is when a message arrives', async () => {
    const { messages } = await record(storyteller(), { beats: 13 })
    const received = [1_000.4, 1_250, undefined, 1_240, 1_700.6]
    const late = [...Array(5), 9_000, undefined, undefined]
    const times = (given: readonly (number | undefined)[]) =>
      (
        fromStream(
          messages.map((message, position) => ({
            ...message,
            receivedAt: given[position],
          })),
        ).steps ?? []
      )
        .filter((step) => step.type === 'importBlock' && step.as === 'pending')
        .map(({ at }) => at)
    expect(times([])).toEqual([...Array(13).keys()].map((beat) => beat * 200))
    expect(times([...received, ...late])).toEqual([
      0, 250, 400, 400, 700, 1_000, 1_200, 1_400, 1_600, 1_800, 8_000, 8_200,
      8_400,
    ])
    expect(times([...Array(10), 5_000, 5_900])).toEqual([
      0, 200, 400, 600, 800, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000, 2_900,
      2_900,
    ])
  })

  test('options: preconfirmationTime, blockTime', async () => {
    const { messages } = await record(storyteller(), { beats: 12 })
    const pace = { preconfirmationTime: 250, blockTime: 3_000 }
    const { steps: timeline = [], ...scenario } = fromStream(messages, pace)
    expect(scenario).toEqual({
      version: 1,
      chainId: 84_532,
      ...pace,
      sealing: 'manual',
    })
    expect(timeline.map(({ at, type }) => `${at} ${type}`)).toEqual([
      '0 announceBlock',
      ...[...Array(10).keys()].map((index) => `${index * 250} importBlock`),
      '3000 announceBlock',
      '3000 importBlock',
      '3000 importBlock',
      '3250 importBlock',
    ])
  })

  test('behavior: a gap, a repetition and a late message are what they are', async () => {
    const { messages, shown } = await record(storyteller(), { beats: 6 })
    const order = [0, 2, 2, 1, 5]
    const node = createMockNode(
      fromStream(
        order.map((position, arrival) => ({
          ...messages[position],
          receivedAt: arrival * 100,
        })),
      ),
    )
    const counts: number[] = []
    const receipts: boolean[] = []
    for (const position of order) {
      const pending = await show(node, 'pending')
      expect(pending.block.hash).toBe(shown[position]?.block.hash)
      counts.push(pending.block.transactions.length)
      receipts.push(Array.isArray(pending.receipts))
      node.advance(100)
    }
    // Index 2 holds two of its own; 1 came after it, and 5 knows of all three.
    expect(counts).toEqual([1, 3, 3, 2, 5])
    expect(receipts).toEqual([true, false, false, true, false])
    const { transactions } = (await show(node, 'pending')).block
    expect(transactions.map(({ hash }) => hash)).toEqual(
      shown[5]?.block.transactions.map(({ hash }) => hash),
    )
  })

  test('behavior: another payload of the same number leaves latest alone', async () => {
    const { messages, shown } = await record(storyteller(), { beats: 12 })
    const again = messages
      .slice(10)
      .map((message) => ({ ...message, payload_id: '0x99' }))
    const node = createMockNode(fromStream([...messages, ...again]))
    node.advance(4_000)
    expect(await hashOf(node, 'latest')).toBe(shown[9]?.block.hash)
    expect(await hashOf(node, 'pending')).toBe(shown[10]?.block.hash)
    node.advance(200)
    expect(await hashOf(node, 'pending')).toBe(shown[11]?.block.hash)
  })

  test('behavior: a message of a block that ended shows that block', async () => {
    const { messages, shown } = await record(storyteller(), { beats: 21 })
    const [late] = messages.splice(9, 1)
    messages.splice(19, 0, late as Message)
    const node = createMockNode(fromStream(messages))
    node.advance(3_800)
    expect(await hashOf(node, 'pending')).toBe(shown[9]?.block.hash)
    expect(await hashOf(node, 'latest')).toBe(shown[8]?.block.hash)
    node.advance(200)
    expect(await hashOf(node, 'pending')).toBe(shown[20]?.block.hash)
    expect(await hashOf(node, 'latest')).toBe(shown[19]?.block.hash)
  })

  test('behavior: fields that came with later forks', async () => {
    const { messages } = await record(storyteller(), { beats: 1 })
    const [{ diff, ...message }] = messages as [Message]
    const { withdrawals_root, ...older } = diff
    const blockOf = async (diff: Message['diff']) =>
      (await show(createMockNode(fromStream({ ...message, diff })), 'pending'))
        .block
    expect(await blockOf({ ...diff, blob_gas_used: '0x5' })).toMatchObject({
      withdrawalsRoot: withdrawals_root,
      blobGasUsed: '0x5',
      requestsHash: sha256('0x'),
    })
    const { blob_gas_used: _, ...oldest } = older
    const block = await blockOf(oldest as Message['diff'])
    expect(block).toMatchObject({
      withdrawalsRoot: keccak256(toRlp('0x')),
      blobGasUsed: '0x0',
    })
    expect(block).not.toHaveProperty('requestsHash')
  })

  test('behavior: without a base nothing can be read until a block opens', async () => {
    const { messages, shown } = await record(storyteller(), { beats: 22 })
    const node = createMockNode(
      fromStream([...messages.slice(7, 10), ...messages.slice(11)]),
    )
    const told = (index: number) => {
      const { payload_id } = messages[index === 7 ? 7 : 11] as Message
      return `-32000 The stream has payload ${payload_id} from index ${index} on, without the base that index 0 has: the chain is unknown until a block opens. Read later, or begin the stream at an index 0.`
    }
    for (const method of servedMethods)
      if (methods[method].reads !== 'nothing')
        expect(await ask(node, method, ...goodParams(method))).toBe(told(7))
    expect(await ask(node, 'eth_chainId')).toBe('0x14a34')
    node.advance(600)
    // The next block's first message is that of index 1.
    expect(await lost(node)).toBe(told(7))
    node.advance(2_000)
    expect(await hashOf(node, 'pending')).toBe(shown[20]?.block.hash)
    node.advance(200)
    expect(await hashOf(node, 'pending')).toBe(shown[21]?.block.hash)
  })

  test('behavior: every form of the same messages makes the same scenario', async () => {
    const { messages } = await record(storyteller(), { beats: 4 })
    const expected = fromStream(messages)
    const lines = messages.map((message) => JSON.stringify(message))
    const packed = lines.map((line) => brotliCompressSync(line))
    const text = lines.join('\n')
    const decompress = brotliDecompressSync
    const forms = [
      fromStream(lines),
      fromStream(`${text}\n`),
      fromStream(lines.join('\r\n\r\n')),
      fromStream(JSON.stringify(messages, null, 2)),
      fromStream(`\ufeff${JSON.stringify(messages)}`),
      fromStream(new TextEncoder().encode(text)),
      fromStream(lines.map((line) => new TextEncoder().encode(line))),
      fromStream(packed, { decompress }),
      fromStream(
        [...packed.slice(0, 2), Buffer.from(lines[2] ?? ''), lines[3] ?? ''],
        {
          decompress,
        },
      ),
      fromStream(brotliCompressSync(text), { decompress }),
    ]
    for (const form of forms) expect(form).toEqual(expected)
    expect(fromStream(messages[0] as Message)).toEqual(
      fromStream(messages.slice(0, 1)),
    )
    expect(parseScenario(formatScenario(expected))).toEqual(expected)
  })

  test('behavior: nothing of the given objects is kept or changed', async () => {
    const { messages } = await record(storyteller(), { beats: 2 })
    const before = structuredClone(messages)
    const scenario = fromStream(messages)
    const expected = structuredClone(scenario)
    expect(messages).toEqual(before)
    for (const { diff, base } of messages) {
      diff.transactions.length = 0
      if (base) base.block_number = '0x0'
    }
    expect(scenario).toEqual(expected)
  })

  test('error: what is no stream', async () => {
    const { messages } = await record(storyteller(), { beats: 2 })
    const [first, second] = messages as [Message, Message]
    const { base, ...baseless } = first
    const text = JSON.stringify(messages)
    const lines = messages.map((message) => JSON.stringify(message)).join('\n')
    const packed = brotliCompressSync(JSON.stringify(first))
    const bytes = new Uint8Array([0x8b, 0x01, 0xff])
    const decompress = brotliDecompressSync
    const withDiff = (change: object) => [
      first,
      { ...second, diff: { ...second.diff, ...change } },
    ]
    const withEnvelopes = (...transactions: unknown[]) =>
      withDiff({ transactions })
    const withMetadata = (change: object) => [
      { ...first, metadata: { ...first.metadata, ...change } },
    ]
    const [deposit = '0x'] = first.diff.transactions
    const [signed = '0x'] = second.diff.transactions
    const itself: Record<string, unknown> = { ...first }
    itself.diff = itself
    const bad: [given: unknown, words: string, options?: object][] = [
      [undefined, 'a value that JSON can hold.'],
      [5, 'a message'],
      [[], 'at least one.'],
      ['', 'at least one.'],
      ['{}', 'an integer'],
      [text.slice(0, -20), 'an array of messages to its closing'],
      [lines.slice(0, -20), 'a whole message on its line.'],
      [[first, '{"payload_id"'], 'a whole message on its line.'],
      [[first, null], 'a message'],
      [[first, [second]], 'a message'],
      [[first, new Map()], 'a value that JSON can hold.'],
      [itself, 'a value that JSON can hold.'],
      [[bytes], 'JSON, or option'],
      [[packed.subarray(0, 30)], 'a whole frame', { decompress }],
      [[bytes], 'a whole frame', { decompress: async () => bytes }],
      [[bytes], 'a function of bytes', { decompress: 'brotli' }],
      [[first, { ...second, payload_id: undefined }], 'bytes as 0x'],
      [[first, { ...second, index: '1' }], '"1"'],
      [[first, { ...second, index: -1 }], 'an integer'],
      [[baseless], 'the fields that are fixed'],
      [[{ ...first, base: null }], 'the fields that are fixed'],
      [
        [{ ...first, base: { ...base, parent_hash: '0x12' } }],
        'a 32-byte hash',
      ],
      [
        [{ ...first, base: { ...base, timestamp: 5 } }],
        'a hexadecimal integer',
      ],
      [[first, { ...second, diff: null }], 'an object.'],
      [[first, { ...second, receivedAt: -1 }], 'a number of ms'],
      [[first, { ...second, receivedAt: '5' }], '"5" … a number of ms'],
      [withDiff({ block_hash: undefined }), 'a 32-byte hash'],
      [withDiff({ gas_used: 21_000 }), 'a hexadecimal integer'],
      [withDiff({ transactions: undefined }), 'an array.'],
      [withDiff({ withdrawals: {} }), 'an array.'],
      [withEnvelopes(5), 'the envelope'],
      [withEnvelopes('0x'), 'the envelope'],
      [withEnvelopes(signed, signed.slice(0, -2)), 'the envelope'],
      [withEnvelopes(`${signed}00`), 'the envelope'],
      [withEnvelopes(`0x05${signed.slice(4)}`), 'the envelope'],
      [withEnvelopes(deposit.replace('0x7e', '0x')), 'the envelope'],
      [withMetadata({ block_number: '7' }), '"7" … an integer'],
      [withMetadata({ receipts: [] }), 'an object.'],
      [withMetadata({ receipts: { '0x12': {} } }), 'a 32-byte hash'],
      [
        withMetadata({ receipts: { [word(1)]: { status: '0x1' } } }),
        'a hexadecimal integer',
      ],
      [
        withMetadata({ new_account_balances: { bob: '0x0' } }),
        'a 20-byte address',
      ],
      [
        withMetadata({ new_account_balances: { [bob]: 1 } }),
        'a hexadecimal integer',
      ],
    ]
    for (const [given, words, options] of bad)
      expect
        .soft(refusal(() => fromStream(given as never, options as never)))
        .toEqual(says(`Invalid … ${words}`))
  })

  test('behavior: junk is refused by name, or it makes a node', async () => {
    const { messages } = await record(storyteller(), { beats: 3, watch: [bob] })
    const places = placesIn(messages)
    const hex = fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
    const junk = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        0,
        1,
        2 ** 32 - 1,
        '',
        '0x',
        [],
        {},
        word(1),
      ),
      hex,
      fc.double(),
    )
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), junk, async (path, junk) => {
        const given = structuredClone(messages)
        put(given, path, junk)
        let scenario: MockNodeOptions
        try {
          scenario = fromStream(given)
        } catch (error) {
          expect(isPresealError(error) && error.name).toBe(
            'InvalidCaptureError',
          )
          return
        }
        made += 1
        const node = createMockNode(scenario)
        node.advance(400)
        expect(await show(node, 'pending')).toHaveProperty('block')
      }),
      { numRuns: share(400, 40) },
    )
    expect(made).toBeGreaterThan(0)
  })
})

/** Every place in a JSON value, as the keys that lead there. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    placesIn(one, [...path, key]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

function put(value: unknown, [key = '', ...rest]: string[], junk: unknown) {
  const target = value as { [key: string]: unknown }
  if (rest.length === 0) target[key] = junk
  else put(target[key], rest, junk)
}

describeCaptures('fromStream: captures', () => {
  test('all five hashes of Unichain are served', async () => {
    const messages = readCapture<Message[]>(unichainStream)
    const node = createMockNode(fromStream(messages))
    for (const [index, message] of messages.entries()) {
      const { block } = await show(node, 'pending')
      expect(block).toMatchObject({
        hash: message.diff.block_hash,
        number: '0x21e3b52',
        gasUsed: message.diff.gas_used,
        stateRoot: message.diff.state_root,
      })
      const envelopes = envelopesAt(messages, index)
      expect(block.transactions).toHaveLength(envelopes.length)
      for (const [
        position,
        { from, blockHash },
      ] of block.transactions.entries()) {
        const sender = await senderOf(envelopes[position] ?? '0x')
        expect(from).toBe(
          sender ?? '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
        )
        expect(blockHash).toBe(message.diff.block_hash)
      }
      node.advance(200)
    }
    const [first] = messages
    expect(await ask(node, 'eth_blockNumber')).toMatch(
      `-32000 Only the hash of the latest block, ${first?.base?.parent_hash}`,
    )
  })

  test('all eleven of Base are served, repeated transactions and all', async () => {
    const messages = readCapture<Message[]>(baseSepoliaStream)
    const node = createMockNode(fromStream(messages))
    for (const [index, message] of messages.entries()) {
      const { block } = await show(node, 'pending')
      expect(block.hash).toBe(message.diff.block_hash)
      const envelopes = envelopesAt(messages, index)
      const senders = await Promise.all(envelopes.map(senderOf))
      expect(block.transactions.map(({ from }) => from).slice(1)).toEqual(
        senders.slice(1),
      )
      node.advance(200)
    }
  })

  test('a message in the middle of a block, and with a base', async () => {
    const message = readCapture<Message>(baseStream)
    expect(await lost(createMockNode(fromStream(message)))).toMatch(
      '-32000 The stream has payload 0x036219efcf320dce from index 7 on',
    )

    const [{ base } = { base: {} }] = readCapture<Message[]>(unichainStream)
    const opening = { ...message, index: 0, base }
    const node = createMockNode(fromStream(opening as Message))
    const { block, receipts } = await show(node, 'pending')
    const told = message.metadata as {
      receipts: { [hash: string]: { cumulativeGasUsed: Hex; logs: object[] } }
      new_account_balances: { [address: string]: Hex }
    }
    expect(block.transactions.map(({ hash }) => hash).sort()).toEqual(
      Object.keys(told.receipts).sort(),
    )
    for (const receipt of receipts) {
      const { cumulativeGasUsed, logs } = told.receipts[
        receipt.transactionHash
      ] as (typeof told.receipts)['']
      expect(receipt).toMatchObject({ cumulativeGasUsed, logs })
    }
    for (const [address, balance] of Object.entries(told.new_account_balances))
      expect(await ask(node, 'eth_getBalance', address, 'pending')).toBe(
        balance,
      )
  })
})
