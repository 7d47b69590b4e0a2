import { createMockNode, type MockNode } from 'preseal'
import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  hexToBigInt,
  parseEther,
  TransactionReceiptNotFoundError,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, nobody, token, word } from '../conformance/actors.js'

const accounts = { [alice]: { balance: parseEther('10') } }

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
