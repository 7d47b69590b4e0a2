import fc from 'fast-check'
import {
  createMockNode,
  type Hash,
  type Hex,
  type ImportCheck,
  type ImportReport,
  type MockNode,
  type MockNodeOptions,
  type PreconfirmParameters,
  type Step,
} from 'preseal'
import { describe, expect, test } from 'vitest'
import {
  describeCaptures,
  ecotoneBlock,
  ecotoneReceipt,
  opMainnetBlocks,
  readCapture,
} from '../chain/captures.js'
import { share } from '../runs.js'
import { says } from '../says.js'
import {
  alice,
  bob,
  carol,
  ether,
  funded,
  miner,
  token,
  word,
} from './actors.js'
import { listen } from './listen.js'
import { refusal } from './schema/refusal.js'

type Json = { [field: string]: unknown }

/** The result of any method, or the error's code and message. */
async function ask<result = unknown>(
  { provider }: MockNode,
  method: string,
  ...params: unknown[]
): Promise<result> {
  const request = { method, params } as never
  return provider
    .request(request)
    .catch((error) => `${error.code} ${error.message}`) as Promise<result>
}

const blockAt = (node: MockNode, selector: string, full = true) =>
  ask<Json & { transactions: Json[]; hash: Hash }>(
    node,
    'eth_getBlockByNumber',
    selector,
    full,
  )

/** What a node serves of a block: what another one imports. */
async function serve(node: MockNode, selector: string) {
  const block = await blockAt(node, selector)
  const receipts = await ask<Json[]>(node, 'eth_getBlockReceipts', selector)
  return { block, receipts }
}

/** A block of a node that is none of the test's, with one transaction. */
async function served(options: MockNodeOptions = {}, from: Hex = alice) {
  const node = createMockNode({ ...funded, timestamp: 1_000n, ...options })
  node.preconfirm({
    from,
    to: bob,
    value: 1n,
    logs: [{ address: token, topics: [word(1)], data: '0x02' }],
  })
  node.nextBlock()
  return serve(node, 'latest')
}

function outcomes({ checks }: ImportReport) {
  const { transactions, ...rest } = checks
  const all: ImportCheck[] = [...Object.values(rest), ...transactions]
  return [...new Set(all.map(({ type }) => type))]
}

describe('importBlock', () => {
  test('default', async () => {
    const { block, receipts } = await served()
    const node = createMockNode(funded)
    const report = node.importBlock({ block, receipts })
    expect(report).toMatchObject({ number: 1n, hash: block.hash, links: false })
    expect(outcomes(report)).toEqual(['recomputes'])
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect(await serve(node, 'latest')).toEqual({ block, receipts })
    expect(await serve(node, '0x1')).toEqual({ block, receipts })

    const hashes = block.transactions.map(({ hash }) => hash)
    expect(await blockAt(node, 'latest', false)).toEqual({
      ...block,
      transactions: hashes,
    })
    const byHash = await ask(node, 'eth_getBlockByHash', block.hash, true)
    expect(byHash).toEqual(block)
    const [hash] = hashes
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toEqual(
      block.transactions[0],
    )
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toEqual(
      receipts[0],
    )
  })

  test('behavior: unknown fields are kept, answers are fresh', async () => {
    const { block } = await served()
    const given = { ...block, totalDifficulty: '0x7', l1: { batch: [null, 1] } }
    const node = createMockNode()
    node.importBlock({ block: given })
    const kept = structuredClone(given)
    given.l1.batch.length = 0
    const first = await blockAt(node, 'latest')
    expect(first).toEqual(kept)
    first.transactions.length = 0
    expect(await blockAt(node, 'latest')).toEqual(kept)
  })

  test('behavior: the chain goes on from the block', async () => {
    const { block } = await served({ header: { initialBaseFeePerGas: 1_000n } })
    const imported = { ...block, number: '0x100', gasLimit: '0xa410' }
    const node = createMockNode(funded)
    node.advance(1_500)
    const state = { [alice]: { balance: ether } }
    node.importBlock({ block: imported, state })
    node.preconfirm({ from: alice, to: bob, value: 2n })
    node.nextBeat()
    const pending = {
      number: '0x101',
      parentHash: block.hash,
      timestamp: '0x3ec',
      // 21,000 of 42,000 gas is the target.
      baseFeePerGas: block.baseFeePerGas,
      transactions: [expect.objectContaining({ nonce: '0x1' })],
    }
    expect(await blockAt(node, 'pending')).toMatchObject(pending)
    node.nextBlock()
    expect(node.now).toBe(3_400)
    expect(await blockAt(node, 'latest')).toMatchObject(pending)
    node.nextBlock(10)
    expect(await blockAt(node, 'latest')).toMatchObject({
      number: '0x10b',
      timestamp: '0x400',
    })
    expect(await blockAt(node, '0x100')).toEqual(imported)
    expect(await blockAt(node, '0x5')).toBeNull()
    expect(await ask(node, 'eth_getBalance', alice, '0x5')).toBe(
      '-32001 block not found: 0x5',
    )
  })

  test.each<[steps: Step[], next: number]>([
    [[], 3_000],
    [[{ at: 0, type: 'planBeats', offsets: [300, 700] }], 3_100],
  ])('behavior: the next boundary after %j', async (steps, next) => {
    const { block } = await served()
    const node = createMockNode({
      steps: [...steps, { at: 1_100, type: 'importBlock', block }],
    })
    node.nextBlock()
    expect(node.now).toBe(next)
  })

  test('behavior: it is told as sealed, a pending one by its beats', async () => {
    const { block } = await served()
    const node = createMockNode(funded)
    const told = listen(node, 'sealed', 'beat')
    const open = { ...block, number: '0x10', hash: null }
    const timeline = [{ ...block, number: '0x9' }, open].map(
      (block, index) =>
        ({ at: 300 + index, type: 'importBlock', block }) as const,
    )
    const other = createMockNode({ ...funded, steps: timeline })
    node.importBlock({ block: { ...block, number: '0x9' } })
    node.importBlock({ block: open })
    node.nextBeat()
    expect(
      told.map(([name, event]) => [
        name,
        event.blockNumber,
        name === 'sealed' && event.hash,
      ]),
    ).toEqual([
      ['sealed', 9n, block.hash],
      ['beat', 16n, false],
    ])
    const later = listen(other, 'sealed', 'beat')
    other.advance(400)
    expect(later.map(([name, event]) => [name, event.blockNumber])).toEqual([
      ['beat', 1n],
      ['sealed', 9n],
      ['beat', 16n],
    ])
  })

  test('behavior: what was pre-confirmed goes back to the queue', async () => {
    const { block } = await served()
    const node = createMockNode(funded)
    const told = listen(node, 'preconfirmed', 'dropped')
    const first = node.preconfirm({ from: alice, to: bob, value: 1n })
    const dropped = node.preconfirm({ from: bob, to: alice, value: 1n })
    node.nextBeat()
    const second = node.preconfirm({ from: alice, to: bob, value: 2n })
    node.setBalance({ address: carol, value: 7n })
    node.drop(dropped)
    told.length = 0
    node.importBlock({ block: { ...block, number: '0x9', transactions: [] } })
    expect((await blockAt(node, 'pending')).transactions).toEqual([])
    expect(await ask(node, 'eth_getBalance', carol, 'pending')).toBe('0x7')
    node.nextBeat()
    const { transactions } = await blockAt(node, 'pending', false)
    expect(transactions).toEqual([first, second])
    expect(
      told.map(([name, event]) => [name, event.hash, event.index]),
    ).toEqual([
      ['dropped', dropped, 1],
      ['preconfirmed', first, 1],
      ['preconfirmed', second, 1],
    ])
  })

  test('behavior: a lower number replaces what was held', async () => {
    const { block } = await served({ chainId: 5 }, bob)
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock(3)
    const held = await blockAt(node, '0x1')
    const report = node.importBlock({ block, state: { [carol]: { nonce: 3 } } })
    expect(report.links).toBe(false)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x1')
    expect(await blockAt(node, '0x2')).toBeNull()
    expect(await ask(node, 'eth_getBlockByHash', held.hash, false)).toBeNull()
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toBeNull()
    // As before the blocks that are gone, so that it can be sent again.
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0x0',
    )
    expect(node.preconfirm({ from: alice, to: bob, value: 1n })).toBe(hash)
    expect(await ask(node, 'eth_getTransactionCount', carol, 'latest')).toBe(
      '0x3',
    )
  })

  test('behavior: a null hash is the pending block until the boundary', async () => {
    const { block, receipts } = await served()
    const pending = { ...block, hash: null, number: '0x1' }
    const node = createMockNode(funded)
    node.preconfirm({ from: bob, to: carol, value: 3n })
    node.advance(600)
    const report = node.importBlock({
      block: pending,
      receipts,
      state: { [bob]: { balance: 9n } },
    })
    expect(report).toMatchObject({
      number: 1n,
      hash: null,
      checks: {
        hash: { type: 'unknown' },
        receiptsRoot: { type: 'recomputes' },
      },
    })
    const [{ hash } = { hash: '' }] = block.transactions
    node.nextBeat()
    expect(await serve(node, 'pending')).toEqual({ block: pending, receipts })
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toEqual(
      receipts[0],
    )
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x9')
    expect(await ask(node, 'eth_getBalance', carol, 'pending')).toMatch(
      /^-32000 The balance/,
    )
    expect(await ask(node, 'eth_getBalance', carol, 'latest')).toBe('0x0')

    node.nextBlock()
    expect(node.now).toBe(2_000)
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBeNull()
    expect((await blockAt(node, 'latest')).transactions).toEqual([])
    expect((await blockAt(node, 'pending')).transactions).toHaveLength(1)
  })

  test('behavior: a block with a hash can be the pending one', async () => {
    const { block, receipts } = await served()
    const node = createMockNode(funded)
    const before = await serve(node, 'latest')
    const report = node.importBlock({ block, receipts, as: 'pending' })
    expect(report).toMatchObject({ number: 1n, hash: block.hash, links: false })
    expect(outcomes(report)).toEqual(['recomputes'])
    expect(await serve(node, 'pending')).toEqual({ block, receipts })
    expect(await serve(node, 'latest')).toEqual(before)

    const [transaction] = block.transactions
    const { hash } = transaction as { hash: Hash }
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toEqual(
      transaction,
    )
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toEqual(
      receipts[0],
    )
    expect(await blockAt(node, '0x1')).toBeNull()
    expect(await ask(node, 'eth_getBlockByHash', block.hash, true)).toBeNull()
    expect(await ask(node, 'eth_getBalance', bob, block.hash)).toBe(
      `-32001 block not found: ${block.hash}`,
    )

    const later = { ...block, hash: word(9), transactions: [] }
    node.importBlock({
      block: later,
      receipts: [],
      as: 'pending',
      state: { [bob]: { balance: 4n } },
    })
    expect(await serve(node, 'pending')).toEqual({ block: later, receipts: [] })
    expect(await ask(node, 'eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x4')
    node.importBlock({ block, receipts, as: 'latest' })
    expect(await serve(node, 'latest')).toEqual({ block, receipts })
    expect((await blockAt(node, 'pending')).parentHash).toBe(block.hash)
  })

  test('error: the latest block has a hash', async () => {
    const { block } = await served()
    const node = createMockNode(funded)
    const before = await blockAt(node, 'latest')
    const unnamed = [
      { ...block, hash: null },
      { ...block, hash: word(0) },
      { ...block, hash: null, number: null },
    ]
    for (const block of unnamed)
      expect(refusal(() => node.importBlock({ block, as: 'latest' }))).toBe(
        'InvalidParametersError: importBlock: "as" is "latest", expected "pending", as "block.hash" names no block.',
      )
    expect(
      refusal(() => node.importBlock({ block, as: 'safe' as 'latest' })),
    ).toBe(
      'InvalidParametersError: importBlock: "as" is "safe", expected one of "latest", "pending".',
    )
    expect(await blockAt(node, 'latest')).toEqual(before)
    for (const block of unnamed)
      expect(node.importBlock({ block, as: 'pending' }).hash).toBeNull()
  })

  test('behavior: state that nobody told is an error that says what to add', async () => {
    const { block } = await served()
    const node = createMockNode({ accounts: { [miner]: {}, [token]: {} } })
    node.importBlock({ block, state: { [bob]: { balance: 5n } } })
    const read = (address: string) =>
      Promise.all([
        ask(node, 'eth_getBalance', address, 'latest'),
        ask(node, 'eth_getTransactionCount', address, 'pending'),
        ask(node, 'eth_getCode', address, block.hash),
        ask(node, 'eth_getStorageAt', address, '0x2', 'latest'),
      ])
    const nothing = ['0x0', '0x0', '0x', word(0)]
    expect(await read(miner)).toEqual(nothing)
    expect(await ask(node, 'eth_getBalance', carol, '0x0')).toBe('0x0')
    expect(await read(bob)).toMatchInlineSnapshot(`
      [
        "0x5",
        "-32000 The nonce of 0x0000000000000000000000000000000000000b0b is not known since a block was imported. Add { "0x0000000000000000000000000000000000000b0b": { nonce: … } } to the "state" of importBlock, or call node.setNonce.",
        "-32000 The code of 0x0000000000000000000000000000000000000b0b is not known since a block was imported. Add { "0x0000000000000000000000000000000000000b0b": { code: … } } to the "state" of importBlock, or call node.setCode.",
        "-32000 The storage slot 0x0000000000000000000000000000000000000000000000000000000000000002 of 0x0000000000000000000000000000000000000b0b is not known since a block was imported. Add { "0x0000000000000000000000000000000000000b0b": { storage: { "0x0000000000000000000000000000000000000000000000000000000000000002": … } } } to the "state" of importBlock, or call node.setStorageAt.",
      ]
    `)
    expect(() =>
      node.preconfirm({ from: bob, to: alice, value: 1n }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UnknownStateError: The nonce of 0x0000000000000000000000000000000000000b0b is not known since a block was imported. Add { "0x0000000000000000000000000000000000000b0b": { nonce: … } } to the "state" of importBlock, or call node.setNonce.]`,
    )
    expect(() =>
      node.preconfirm({ from: carol, to: alice, value: 1n }),
    ).toThrow('The nonce of')

    node.setNonce({ address: bob, nonce: 0 })
    node.setCode({ address: bob, bytecode: '0x' })
    node.setStorageAt({ address: bob, index: 2, value: '0x0' })
    expect(await read(bob)).toEqual(['0x5', ...nothing.slice(1)])
    expect(await ask(node, 'eth_getStorageAt', bob, '0x3', 'latest')).toMatch(
      /^-32000 The storage slot/,
    )
    node.preconfirm({ from: bob, to: carol, value: 5n })
    node.nextBeat()
    expect(await ask(node, 'eth_getBalance', bob, 'pending')).toBe('0x0')
    expect(await ask(node, 'eth_getBalance', carol, 'pending')).toMatch(
      /^-32000 The balance/,
    )
  })

  test('behavior: what a deposit mints can be spent, whatever else is held', async () => {
    const { block } = await served()
    const node = createMockNode()
    const state = { [bob]: { nonce: 0 }, [carol]: { balance: 1n } }
    node.importBlock({ block, state })
    const deposit = { from: bob, to: carol, type: 'deposit', mint: 5n } as const
    expect(() => node.preconfirm({ ...deposit, value: 6n })).toThrow(
      /^The balance of/,
    )
    node.preconfirm({ ...deposit, value: 5n })
    node.nextBeat()
    const read = (address: string) =>
      ask(node, 'eth_getBalance', address, 'pending')
    expect(await read(carol)).toBe('0x6')
    expect(await read(bob)).toMatch(/^-32000 The balance/)
  })

  test('behavior: what was not given is an error that says so', async () => {
    const { block } = await served()
    const hashes = block.transactions.map(({ hash }) => hash)
    const node = createMockNode()
    const bare = { ...block, transactions: hashes }
    node.importBlock({ block: bare })
    expect(await blockAt(node, 'latest', false)).toEqual(bare)
    expect([
      await blockAt(node, 'latest'),
      await ask(node, 'eth_getTransactionByHash', hashes[0]),
      await ask(node, 'eth_getTransactionReceipt', hashes[0]),
      await ask(node, 'eth_getBlockReceipts', 'latest'),
    ]).toMatchInlineSnapshot(`
      [
        "-32000 Block 1 was imported without full transactions. Give importBlock the "block" as eth_getBlockByNumber answers it with true.",
        "-32000 Block 1 was imported without full transactions. Give importBlock the "block" as eth_getBlockByNumber answers it with true.",
        "-32000 Block 1 was imported without receipts. Give them to importBlock as "receipts", as eth_getBlockReceipts answers them.",
        "-32000 Block 1 was imported without receipts. Give them to importBlock as "receipts", as eth_getBlockReceipts answers them.",
      ]
    `)
  })

  test('behavior: snapshot, revert and seek go over an import', async () => {
    const { block } = await served()
    const node = createMockNode(funded)
    node.advance(700)
    const snapshot = node.snapshot()
    const before = await blockAt(node, 'pending')
    const imported = { ...block, number: '0x50' }
    node.importBlock({ block: imported })
    node.nextBlock(2)
    const after = await blockAt(node, 'latest')
    node.revert(snapshot)
    expect(await blockAt(node, 'pending')).toEqual(before)
    expect(await ask(node, 'eth_getBlockByHash', block.hash, true)).toBeNull()
    expect(await ask(node, 'eth_getBalance', carol, 'latest')).toBe('0x0')
    node.importBlock({ block: imported })
    node.seek(9_000)
    node.seek(700 + 3_900)
    expect(await blockAt(node, 'latest')).toEqual(after)
    node.seek(699)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x0')
  })

  test('options: blocks, and a step of a timeline', async () => {
    const { block, receipts } = await served()
    const later = { ...block, number: '0x7', hash: word(7) }
    const node = createMockNode({
      ...funded,
      importedBlocks: [{ block, receipts }],
      steps: [
        { at: 300, type: 'importBlock', block: later, state: { [carol]: {} } },
      ],
    })
    expect(await serve(node, 'latest')).toEqual({ block, receipts })
    node.advance(300)
    expect(await blockAt(node, 'latest')).toEqual(later)
    node.nextBlock()
    expect(node.now).toBe(2_200)
    expect(await blockAt(node, 'latest')).toMatchObject({
      number: '0x8',
      parentHash: word(7),
    })
  })

  test.each([
    ['sealed', {}],
    ['pending', { hash: null }],
  ])('behavior: however time is cut, %s', async (_, change) => {
    const { block: given } = await served()
    const block = { ...given, ...change, transactions: [] }
    const timeline = [
      { at: 0, type: 'preconfirm', from: alice, to: bob, value: 1n } as const,
      { at: 450, type: 'importBlock', block } as const,
    ]
    const ends = [[5_000], Array(25).fill(200), Array(5_000).fill(1)].map(
      async (cuts) => {
        const node = createMockNode({ ...funded, steps: timeline })
        for (const ms of cuts) node.advance(ms)
        return Promise.all([
          blockAt(node, 'latest'),
          blockAt(node, 'pending'),
          blockAt(node, '0x2'),
          ask(node, 'eth_getBalance', bob, 'latest'),
          ask(node, 'eth_getBalance', carol, 'latest'),
        ])
      },
    )
    const [first, ...others] = await Promise.all(ends)
    for (const other of others) expect(other).toEqual(first)
  })

  test('error: what is no block, and receipts of another one', async () => {
    const { block, receipts } = await served()
    const [transaction] = block.transactions
    const [receipt] = receipts
    const itself: Json = { ...block }
    itself.itself = itself
    const bad: unknown[] = [
      undefined,
      {},
      { block: null },
      { block: [] },
      { block: {} },
      { block: { jsonrpc: '2.0', id: 1, result: block } },
      { block: JSON.stringify(block).slice(0, 20) },
      { block: { ...block, number: 1n } },
      { block: { ...block, number: null } },
      { block: { ...block, timestamp: 5 } },
      { block: { ...block, baseFeePerGas: '12' } },
      { block: { ...block, transactions: {} } },
      { block: { ...block, transactions: [transaction, null, '0x12', 3] } },
      { block: { ...block, transactions: [{ ...transaction, hash: 1 }] } },
      { block: itself },
      { block: new Map() },
      {
        block: {
          get number() {
            throw new Error('no')
          },
        },
      },
      { block, receipts: {} },
      { block, receipts: [] },
      { block, receipts: [null] },
      { block, receipts: [{ ...receipt, transactionHash: word(1) }] },
      { block, receipts: [{ ...receipt, blockHash: word(1) }] },
      { block, state: { [alice]: { balance: 1 } } },
      { block, recipts: receipts },
    ]
    const node = createMockNode(funded)
    const before = await blockAt(node, 'pending')
    expect(
      bad.map((given) => refusal(() => node.importBlock(given as never))),
    ).toEqual(
      [
        'InvalidParametersError … expected an object { block, receipts?,',
        'InvalidParametersError … "block" … expected a block as',
        'InvalidParametersError … "block" … expected a block as',
        'InvalidParametersError … "block" … expected a block as',
        'InvalidParametersError … "block.number" … expected a hexadecimal',
        'InvalidParametersError … "block" … Give its "result".',
        'InvalidParametersError … "block" … expected a block as',
        'InvalidParametersError … "block.number" … expected a value of a',
        'InvalidParametersError … "block.number" … expected a number, as',
        'InvalidParametersError … "block.timestamp" … expected a hexadecimal',
        'InvalidParametersError … "block.baseFeePerGas" … expected a hexadecimal',
        'InvalidParametersError … "block.transactions" … expected an array of',
        'InvalidParametersError … "block.transactions[1]" … expected a transaction',
        'InvalidParametersError … "block.transactions[0].hash" … expected a 32-byte hash',
        'InvalidParametersError … "block.itself" … expected a value of a',
        'InvalidParametersError … "block" … expected a value of a node\'s',
        'InvalidParametersError … "block" … expected a value of a node\'s',
        'InvalidParametersError … "receipts" … expected an array of',
        'InvalidParametersError … "receipts" … expected an array of 1, a',
        'InvalidParametersError … "receipts[0]" … expected a receipt.',
        'InvalidParametersError … "receipts[0].transactionHash" … expected',
        'InvalidParametersError … "receipts[0].blockHash" … expected',
        "InvalidParametersError … Write 1n for wei, or parseEther('1') for",
        'InvalidParametersError … "recipts" … expected "receipts", the',
      ].map(says),
    )
    expect(
      refusal(() => createMockNode({ importedBlocks: [{ block: {} }] })).slice(
        0,
        60,
      ),
    ).toEqual(says('InvalidParametersError … Option'))
    expect(await blockAt(node, 'pending')).toEqual(before)
    expect(await ask(node, 'eth_getBalance', carol, 'latest')).toBe('0x0')
  })

  test('behavior: whatever preseal serves recomputes and reads back', async () => {
    const address = fc.constantFrom(alice, bob, carol, token)
    const data = fc
      .uint8Array({ maxLength: 80 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    const logs = fc.array(
      fc.record({
        address,
        topics: fc.array(fc.constantFrom(word(1), word(2)), { maxLength: 4 }),
        data,
      }),
      { maxLength: 3 },
    )
    const transaction: fc.Arbitrary<PreconfirmParameters> = fc
      .record({
        from: fc.constantFrom(alice, bob),
        to: fc.option(address),
        value: fc.bigInt({ min: 0n, max: 100n }),
        data,
        logs,
        type: fc.constantFrom('legacy', 'eip2930', 'eip1559', 'deposit'),
        status: fc.constantFrom('success', 'reverted'),
        isSystemTx: fc.boolean(),
      })
      .map(({ logs, isSystemTx, ...rest }) => ({
        ...rest,
        ...(rest.type === 'deposit' && { isSystemTx }),
        logs: rest.status === 'reverted' ? [] : logs,
      })) as fc.Arbitrary<PreconfirmParameters>
    const header = fc.record({
      initialBaseFeePerGas: fc.constantFrom(0n, 7n, 1_000n),
      extraData: fc.constantFrom<Hex>('0x', '0x0001'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { maxLength: 8 }),
        header,
        async (transactions, header) => {
          const real = createMockNode({ ...funded, header })
          for (const one of transactions) real.preconfirm(one)
          real.nextBlock(2)
          const node = createMockNode({ header })
          for (const number of ['0x0', '0x1', '0x2']) {
            const given = await serve(real, number)
            const report = node.importBlock(given)
            expect(outcomes(report)).toEqual(['recomputes'])
            expect(report.links).toBe(number !== '0x0')
            expect(await serve(node, 'latest')).toEqual(given)
          }
        },
      ),
      { numRuns: share(60) },
    )
  })
})

/** Every place in a JSON value, as the keys that lead there. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    places(one, [...path, key]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

function put(value: unknown, [key = '', ...rest]: string[], junk: unknown) {
  const copy = (Array.isArray(value) ? [...value] : { ...Object(value) }) as {
    [key: string]: unknown
  }
  copy[key] = rest.length === 0 ? junk : put(copy[key], rest, junk)
  return copy
}

test('behavior: junk is refused, or it reads back', async () => {
  const given = await served({ header: { initialBaseFeePerGas: 7n } })
  const junk = fc.oneof(
    fc.constantFrom<unknown>(null, 5, true, '', '0x', '0x0', [], {}, [null]),
    fc.bigInt({ min: 0n, max: 2n ** 257n }).map((n) => `0x${n.toString(16)}`),
    fc.string(),
  )
  const changes = fc.array(fc.tuple(fc.constantFrom(...places(given)), junk), {
    minLength: 1,
    maxLength: 2,
  })
  let imports = 0
  await fc.assert(
    fc.asyncProperty(changes, async (changes) => {
      const bad = changes.reduce<unknown>(
        (value, [path, junk]) => put(value, path, junk),
        given,
      ) as { block: Json; receipts: Json[] }
      const accounts = { ...funded.accounts, [carol]: { balance: ether } }
      const node = createMockNode({ accounts })
      const before = await blockAt(node, 'pending')
      let report: ImportReport | undefined
      const refused = refusal(() => {
        report = node.importBlock(bad)
      })
      if (report === undefined) {
        expect(refused).toMatch(/^InvalidParametersError: importBlock: "/)
        expect(await blockAt(node, 'pending')).toEqual(before)
        return
      }
      imports += 1
      const tag = report.hash === null ? 'pending' : 'latest'
      expect(await serve(node, tag)).toEqual(bad)
      node.preconfirm({ from: carol, to: alice, value: 1n, type: 'deposit' })
      node.nextBlock(2)
      const { size } = await blockAt(node, 'latest')
      expect(size).toMatch(/^0x/)
    }),
    { numRuns: share(500) },
  )
  expect(imports).toBeGreaterThan(0)
})

describeCaptures('importBlock: captures', () => {
  test('blocks read back field for field, and link', async () => {
    const node = createMockNode({
      accounts: { [alice]: { balance: ether } },
    })
    const links: boolean[] = []
    for (const path of opMainnetBlocks) {
      const block = readCapture<Json>(path)
      links.push(node.importBlock({ block }).links)
      expect(await blockAt(node, 'latest')).toEqual(block)
    }
    expect(links).toEqual([true, true, true])
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBlock()
    const [, , path = ''] = opMainnetBlocks
    const parent = readCapture<{ hash: Hash; timestamp: Hex }>(path)
    expect(await blockAt(node, 'latest')).toMatchObject({
      parentHash: parent.hash,
      timestamp: `0x${(BigInt(parent.timestamp) + 2n).toString(16)}`,
      transactions: [expect.objectContaining({ from: alice })],
    })
    for (const path of opMainnetBlocks) {
      const block = readCapture<Json & { transactions: Json[] }>(path)
      const selector = block.number as string
      expect(await blockAt(node, selector)).toEqual(block)
      const last = block.transactions.at(-1)
      expect(await ask(node, 'eth_getTransactionByHash', last?.hash)).toEqual(
        last,
      )
    }
  })

  test('a block with its receipt', async () => {
    const block = readCapture<Json>(ecotoneBlock)
    const receipts = [readCapture<Json>(ecotoneReceipt)]
    const node = createMockNode()
    const report = node.importBlock({ block, receipts })
    expect(outcomes(report)).toEqual(['recomputes'])
    expect(await serve(node, 'latest')).toEqual({ block, receipts })
  })
})
