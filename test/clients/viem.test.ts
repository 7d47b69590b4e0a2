import { createMockNode, type MockNode } from 'preseal'
import {
  type Address,
  BlockNotFoundError,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  decodeEventLog,
  encodeAbiParameters,
  hexToBigInt,
  parseAbi,
  parseEther,
  TransactionReceiptNotFoundError,
  toEventSelector,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, nobody, token, word } from '../conformance/actors.js'
import { busy, kindNames, kinds } from '../conformance/stories.js'

const accounts = { [alice]: { balance: parseEther('10') } }
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
])
const pad = (address: string) => word(BigInt(address))

function clientOf(node: MockNode, chain?: Chain) {
  return createPublicClient({
    transport: custom(node.provider),
    ...(chain && { chain }),
  })
}

/** The selectors that were asked for, with the method. */
function selectors(node: MockNode) {
  return node.answeredRequests.map(({ method, params }) => [
    method,
    params.at(-1),
  ])
}

describe('viem: reads', () => {
  test('default: a transfer is pending, then latest', async () => {
    const node = createMockNode({ accounts })
    const client = clientOf(node)
    const read = () =>
      Promise.all([
        client.getBalance({ address: bob, blockTag: 'pending' }),
        client.getBalance({ address: bob }),
      ])
    node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
    expect(await read()).toEqual([0n, 0n])
    node.nextBeat()
    expect(await read()).toEqual([parseEther('1'), 0n])
    node.nextBlock()
    expect(await read()).toEqual([parseEther('1'), parseEther('1')])
  })

  test('behavior: blocks with transactions of every kind', async () => {
    const node = createMockNode(busy.options)
    busy.play(node)
    const client = clientOf(node)
    const [pending, one] = await Promise.all([
      client.getBlock({ blockTag: 'pending', includeTransactions: true }),
      client.getBlock({ blockNumber: 1n, includeTransactions: true }),
    ])
    expect(
      one.transactions.map(({ type, typeHex }) => [type, typeHex]),
    ).toEqual([
      ['legacy', '0x0'],
      ['legacy', '0x0'],
      ['eip2930', '0x1'],
      ['eip1559', '0x2'],
      ['eip7702', '0x4'],
      ['eip1559', '0x2'],
      ['eip1559', '0x2'],
      // viem knows this one under an OP chain's formatters only.
      [undefined, '0x7e'],
      [undefined, '0x7e'],
    ])
    const { transactions, logsBloom, ...block } = pending
    expect(block).toMatchInlineSnapshot(`
      {
        "baseFeePerGas": 542n,
        "blobGasUsed": 0n,
        "difficulty": 0n,
        "excessBlobGas": 0n,
        "extraData": "0x00000000fa00000006",
        "gasLimit": 1000000n,
        "gasUsed": 88000n,
        "hash": "0xd286a6efd66791ab6166caaaedbea15edd7ae18eb5f399c20d71c14c8b863595",
        "miner": "0x4200000000000000000000000000000000000011",
        "mixHash": "0x0000000000000000000000000000000000000000000000000000000000000111",
        "nonce": "0x0000000000000000",
        "number": 7n,
        "parentBeaconBlockRoot": "0x0000000000000000000000000000000000000000000000000000000000000222",
        "parentHash": "0x0646f948fe7e4c74897e25ea37f98416429cd77d48921e9f7a50f2ebc5b9bfce",
        "receiptsRoot": "0x9b99f42dc9ff061ba4e936ff4b58ab9e58b9607757d1dd8e9e0501937361ffcc",
        "requestsHash": "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha3Uncles": "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
        "size": 929n,
        "stateRoot": "0x0000000000000000000000000000000000000000000000000000000000000000",
        "timestamp": 1767225614n,
        "totalDifficulty": null,
        "transactionsRoot": "0x09cace815c70af1951bd907b95f9c407913ff34a953d83d53e6da909227dffd4",
        "uncles": [],
        "withdrawals": [],
        "withdrawalsRoot": "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421",
      }
    `)
    expect(transactions).toHaveLength(3)
    expect(
      await client.getBlock({ blockHash: one.hash, includeTransactions: true }),
    ).toEqual(one)
  })

  test.each(kindNames)(
    'behavior: getTransaction and getTransactionReceipt of %s',
    async (name) => {
      const node = createMockNode(busy.options)
      const hash = node.preconfirm(kinds[name])
      const client = clientOf(node)
      for (const move of [() => node.nextBeat(), () => node.nextBlock(3)]) {
        move()
        const [transaction, receipt] = await Promise.all([
          client.getTransaction({ hash }),
          client.getTransactionReceipt({ hash }),
        ])
        expect.soft(transaction).toMatchObject({
          hash,
          blockNumber: 1n,
          blockHash: receipt.blockHash,
          transactionIndex: 0,
          from: kinds[name].from,
        })
        expect.soft(receipt).toMatchObject({
          transactionHash: hash,
          blockNumber: 1n,
          status: name === 'reverted' ? 'reverted' : 'success',
          cumulativeGasUsed: receipt.gasUsed,
        })
      }
    },
  )

  test('behavior: the receipts of a block, and what its logs say', async () => {
    const node = createMockNode({ accounts })
    const client = clientOf(node)
    node.preconfirm({
      from: alice,
      to: token,
      logs: [
        {
          address: token,
          topics: [
            toEventSelector('Transfer(address,address,uint256)'),
            pad(alice),
            pad(bob),
          ],
          data: encodeAbiParameters([{ type: 'uint256' }], [7n]),
        },
      ],
    })
    node.nextBeat()
    const receipts = await client.request({
      method: 'eth_getBlockReceipts',
      params: ['pending'],
    })
    const [log] = receipts?.[0]?.logs ?? []
    if (!log) throw new Error('There is a log')
    const { eventName, args } = decodeEventLog({
      abi,
      data: log.data,
      topics: log.topics,
    })
    expect({ eventName, value: args.value }).toEqual({
      eventName: 'Transfer',
      value: 7n,
    })
  })

  test('behavior: contracts, which a handler answers for', async () => {
    const node = createMockNode({ accounts })
    node.handle('eth_call', ([call, block]) =>
      call.to === token && block === 'pending' ? word(5) : word(3),
    )
    const client = clientOf(node)
    const read = (blockTag: 'latest' | 'pending') =>
      client.readContract({
        abi,
        address: token,
        functionName: 'balanceOf',
        args: [alice],
        blockTag,
      })
    expect([await read('pending'), await read('latest')]).toEqual([5n, 3n])
  })

  test('error: a block that is not there', async () => {
    const node = createMockNode()
    const client = clientOf(node)
    await expect(client.getBlock({ blockNumber: 7n })).rejects.toThrow(
      BlockNotFoundError,
    )
    node.fault({ type: 'null', block: 'pending' })
    await expect(client.getBlock({ blockTag: 'pending' })).rejects.toThrow(
      BlockNotFoundError,
    )
    await expect(
      client.getTransactionReceipt({ hash: word(1) }),
    ).rejects.toThrow(TransactionReceiptNotFoundError)
  })

  test.each([
    ['partialHash', 1n, /^0x[0-9a-f]{64}$/],
    ['zeroHash', 1n, /^0x0{64}$/],
    ['nullHash', 1n, null],
    ['nullNumberAndHash', null, null],
  ] as const)(
    'options: pendingIdentity %s',
    async (pendingIdentity, number, hash) => {
      const node = createMockNode({ accounts, pendingIdentity })
      const id = node.preconfirm({ from: alice, to: bob })
      node.nextBeat()
      const client = clientOf(node)
      const block = await client.getBlock({ blockTag: 'pending' })
      const receipt = await client.getTransactionReceipt({ hash: id })
      expect(block.number).toBe(number)
      expect(block.transactions).toEqual([id])
      for (const one of [block.hash, receipt.blockHash])
        if (hash === null) expect(one).toBeNull()
        else expect(one).toMatch(hash)
    },
  )
})

describe('viem: what it asks for under the chain of the node', () => {
  const reads = async (client: ReturnType<typeof clientOf>) => {
    await client.getBlock()
    await client.getBalance({ address: bob })
    await client.getStorageAt({ address: token, slot: '0x0' })
    await client.getCode({ address: token })
    await client.getTransactionCount({ address: alice })
  }

  test('default: everything of latest without a chain', async () => {
    const node = createMockNode({ accounts })
    await reads(clientOf(node))
    expect(selectors(node)).toEqual([
      ['eth_getBlockByNumber', false],
      ['eth_getBalance', 'latest'],
      ['eth_getStorageAt', 'latest'],
      ['eth_getCode', 'latest'],
      ['eth_getTransactionCount', 'latest'],
    ])
    expect(node.answeredRequests[0]?.params).toEqual(['latest', false])
  })

  test('behavior: block and balance of pending, the rest of latest: not one state', async () => {
    const node = createMockNode({ accounts })
    node.preconfirm({
      from: alice,
      to: bob,
      value: 5n,
      changes: { [token]: { storage: { '0x0': '0x5' } } },
    })
    node.nextBeat()
    const client = clientOf(node, node.chain)
    await reads(client)
    expect(selectors(node).slice(1)).toEqual([
      ['eth_getBalance', 'pending'],
      ['eth_getStorageAt', 'latest'],
      ['eth_getCode', 'latest'],
      ['eth_getTransactionCount', 'latest'],
    ])
    expect(node.answeredRequests[0]?.params).toEqual(['pending', false])
    expect(await client.getBalance({ address: bob })).toBe(5n)
    expect(await client.getStorageAt({ address: token, slot: '0x0' })).toBe(
      word(0),
    )
  })

  test('behavior: the chain has the times of the node', () => {
    const node = createMockNode({
      chainId: 10,
      blockTime: 1_000,
      preconfirmationTime: 250,
    })
    expect(node.chain).toMatchObject({
      id: 10,
      blockTime: 1_000,
      experimental_preconfirmationTime: 250,
    })
    // viem polls twice a block and every 500 ms at most, beats or not.
    expect(clientOf(node, node.chain).pollingInterval).toBe(500)
  })
})

describe('viem: on the ambient clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.setSystemTime(1_800_000_000_000)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default: 200 ms move polling and chain together', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = createPublicClient({
      chain: node.chain,
      transport: custom(node.provider),
      pollingInterval: 200,
    })
    const numbers: bigint[] = []
    const unwatch = client.watchBlockNumber({
      onBlockNumber: (number) => numbers.push(number),
    })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    expect(await client.getBalance({ address: bob })).toBe(0n)
    await vi.advanceTimersByTimeAsync(200)
    expect(await client.getBalance({ address: bob })).toBe(1n)
    expect(numbers).toEqual([0n])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(numbers).toEqual([0n, 1n])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(numbers.at(-1)).toBe(11n)
    unwatch()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('default: blocks carry the time of the clock', async () => {
    const node = createMockNode({ clock: 'ambient' })
    const client = clientOf(node)
    await vi.advanceTimersByTimeAsync(10_000)
    const { timestamp } = await client.getBlock()
    expect(Number(timestamp)).toBe(Date.now() / 1_000)
  })

  test('behavior: waitForTransactionReceipt resolves on the pre-confirmed receipt', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node, node.chain)
    await vi.advanceTimersByTimeAsync(100)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await vi.advanceTimersByTimeAsync(100)
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt.blockNumber).toBe(1n)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n)
    // It was taken at its word, though it can still be dropped.
    node.drop(hash)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow(
      TransactionReceiptNotFoundError,
    )
  })

  test('behavior: waitForTransactionReceipt of two confirmations reads the receipt again', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node, node.chain)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await vi.advanceTimersByTimeAsync(200)
    const partial = await client.getBlock()
    let resolvedAt: number | undefined
    const waiting = client
      .waitForTransactionReceipt({ hash, confirmations: 2 })
      .then((receipt) => {
        resolvedAt = node.now
        return receipt
      })
    await vi.advanceTimersByTimeAsync(3_700)
    expect(resolvedAt).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_300)
    // Block 1 has two confirmations, and another hash than it had at first.
    const [receipt, sealed] = await Promise.all([
      waiting,
      client.getBlock({ blockNumber: 1n }),
    ])
    expect(receipt.blockHash).toBe(sealed.hash)
    expect(receipt.blockHash).not.toBe(partial.hash)
  })

  test('behavior: waitForTransactionReceipt of two confirmations waits on after a drop', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node, node.chain)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await vi.advanceTimersByTimeAsync(200)
    let isSettled = false
    const waiting = client
      .waitForTransactionReceipt({
        hash,
        confirmations: 2,
        checkReplacement: false,
        timeout: 10_000,
      })
      .finally(() => {
        isSettled = true
      })
    waiting.catch(() => {})
    await vi.advanceTimersByTimeAsync(200)
    node.drop(hash)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(4_000)
    await expect(waiting).rejects.toThrow('Timed out while waiting')
    expect(await client.getBalance({ address: bob })).toBe(0n)
  })

  test('behavior: watchBlocks of pending tells each number once, and misses every beat but one', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node, node.chain)
    const seen: [bigint | null, number][] = []
    const unwatch = client.watchBlocks({
      blockTag: 'pending',
      emitOnBegin: true,
      pollingInterval: 200,
      onBlock: ({ number, transactions }) =>
        seen.push([number, transactions.length]),
    })
    for (let beat = 0; beat < 25; beat++) {
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await vi.advanceTimersByTimeAsync(200)
    }
    unwatch()
    expect(seen.map(([number]) => number)).toEqual([1n, 2n, 3n])
    // Five blocks' worth of 25 transactions were pre-confirmed meanwhile.
    expect(seen.every(([, count]) => count <= 1)).toBe(true)
  })

  test('behavior: watchBlocks of latest tells every block', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node)
    const seen: bigint[] = []
    const unwatch = client.watchBlocks({
      blockTag: 'latest',
      emitMissed: true,
      pollingInterval: 500,
      onBlock: ({ number }) => seen.push(number),
    })
    await vi.advanceTimersByTimeAsync(10_500)
    unwatch()
    expect(seen).toEqual([0n, 1n, 2n, 3n, 4n, 5n])
  })

  test('behavior: a jump of the system time is caught up', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node)
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(await client.getBlockNumber()).toBe(43_200n)
  })

  test('behavior: nothing keeps runAllTimersAsync from its end', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const client = clientOf(node, node.chain)
    node.preconfirm({ from: alice, to: bob, value: 1n })
    await client.getBlock()
    expect(vi.getTimerCount()).toBe(0)
    await vi.runAllTimersAsync()
  })
})

describe('viem: a wallet that the node answers for', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('default: what is sent is found at once, and its receipt waited for', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    node.handle('eth_sendTransaction', ([{ from, to, value }]) => {
      if (!from) throw new Error('The wallet knows from whom')
      return node.preconfirm({ from, to, value: hexToBigInt(value ?? '0x0') })
    })
    const wallet = createWalletClient({
      account: alice,
      chain: node.chain,
      transport: custom(node.provider),
    })
    const client = clientOf(node, node.chain)
    const hash = await wallet.sendTransaction({ to: bob, value: 5n })
    expect(await client.getTransaction({ hash })).toMatchObject({
      blockHash: null,
    })
    const waiting = client.waitForTransactionReceipt({ hash })
    await vi.advanceTimersByTimeAsync(2_200)
    expect((await waiting).status).toBe('success')
    expect(await client.getBalance({ address: bob })).toBe(5n)
  })

  test('error: what the chain refuses is what the dapp is told', async () => {
    const node = createMockNode({ clock: 'ambient' })
    node.handle('eth_sendTransaction', ([{ from, to }]) =>
      node.preconfirm({ from: from ?? alice, to, value: 1n }),
    )
    const wallet = createWalletClient({
      account: alice,
      chain: node.chain,
      transport: custom(node.provider),
    })
    await expect(
      wallet.sendTransaction({ to: bob, value: 1n }),
    ).rejects.toThrow(/holds 0 wei but the transaction needs 1 wei/)
  })

  // All of them were "Missing or invalid parameters".
  test('error: refusals are of the classes that viem has for them', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    node.handle('eth_sendTransaction', ([{ from, to, value, nonce }]) =>
      node.preconfirm({
        from: from ?? alice,
        to,
        value: hexToBigInt(value ?? '0x0'),
        nonce: nonce === undefined ? null : Number(nonce),
        type: to === nobody ? 'deposit' : null,
        sourceHash: to === nobody ? word(1) : null,
      }),
    )
    const wallet = createWalletClient({
      chain: node.chain,
      transport: custom(node.provider),
    })
    type Request = {
      account: Address
      to: Address
      value?: bigint
      nonce?: number
    }
    const refusal = (request: Request) =>
      wallet
        .sendTransaction({ value: 1n, ...request })
        .then(String, ({ cause }: Error) => (cause as Error).name)
    await refusal({ account: alice, to: bob })
    expect(await refusal({ account: bob, to: alice, value: 5n })).toBe(
      'InsufficientFundsError',
    )
    const to = bob
    expect(await refusal({ account: alice, to, nonce: 0 })).toBe(
      'NonceTooLowError',
    )
    expect(await refusal({ account: alice, to, nonce: 9 })).toBe(
      'NonceTooHighError',
    )
    node.setNonce({ address: bob, nonce: 2n ** 64n - 1n })
    expect(await refusal({ account: bob, to: alice, value: 0n })).toBe(
      'NonceMaxValueError',
    )
    const deposit = { account: alice, to: nobody, value: 0n } as const
    await refusal(deposit)
    expect(await refusal(deposit)).toBe('NonceTooLowError')
  })
})

describe('viem: how often it asks again', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function triesOf(fault: Parameters<MockNode['fault']>[0]) {
    const node = createMockNode({ clock: 'ambient', faults: [fault] })
    const start = Date.now()
    const asked = clientOf(node)
      .getBalance({ address: bob })
      .then(
        () => 'answered',
        (error: Error) => (error.cause as Error)?.name ?? error.name,
      )
    await vi.runAllTimersAsync()
    const error = await asked
    const ms = Date.now() - start
    node.dispose()
    return { error, tries: node.answeredRequests.length, ms }
  }
  const once = { tries: 1, ms: 0 }
  const fourTimes = { tries: 4, ms: 1_050 }

  test.each([
    -32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32004,
    -32006, 4001, 4100, 4200, 4900, 4901,
  ])('behavior: code %d, once', async (code) => {
    expect(await triesOf({ type: 'rpc', code, message: 'no' })).toMatchObject(
      once,
    )
  })

  test.each([
    // Internal error and limit exceeded, and whatever viem does not know.
    -32603, -32005, -32011, -32012, -32014, -32015, -32016, -32042, -32050, -1,
    0, 3, 429,
  ])('behavior: code %d, four times over 1,050 ms', async (code) => {
    expect(await triesOf({ type: 'rpc', code, message: 'no' })).toMatchObject(
      fourTimes,
    )
  })

  test.each([
    [403, undefined, once],
    [403, 'Forbidden', fourTimes],
    [429, undefined, fourTimes],
    [429, 'slow down', fourTimes],
    [413, undefined, fourTimes],
    [401, undefined, once],
    [404, undefined, once],
    // As MetaMask maps them: over http() viem would ask again.
    [500, undefined, once],
    [502, undefined, once],
    [503, undefined, fourTimes],
    [503, 'Service Unavailable', once],
    [504, undefined, fourTimes],
  ])('behavior: HTTP %d with the body %j', async (status, body, tries) => {
    expect(await triesOf({ type: 'http', status, body })).toMatchObject(tries)
  })

  test('behavior: no connection, once', async () => {
    expect(await triesOf({ type: 'network' })).toMatchObject(once)
  })

  test('behavior: two refusals are got over', async () => {
    const node = createMockNode({
      clock: 'ambient',
      faults: [{ type: 'http', status: 429, times: 2 }],
    })
    const asked = clientOf(node).getBalance({ address: bob })
    await vi.runAllTimersAsync()
    expect(await asked).toBe(0n)
    expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
      'http',
      'http',
      'result',
    ])
  })

  test('behavior: what preseal itself refuses is asked once', async () => {
    const node = createMockNode({ clock: 'ambient' })
    const client = clientOf(node)
    const codeOf = (request: Promise<unknown>) =>
      request.then(
        () => 'answered',
        (error: { code?: number }) => error.code,
      )
    expect(
      await Promise.all([
        codeOf(client.getBalance({ address: bob, blockNumber: 99n })),
        codeOf(client.request({ method: 'eth_foo' as never })),
        codeOf(client.getCode({ address: '0x' })),
      ]),
    ).toEqual([-32001, -32601, -32602])
    expect(node.answeredRequests).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})
