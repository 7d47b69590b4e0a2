/*
 * What clients do with a pending block that moves within its number. Each test
 * shows a trap and, where there is one, the way around it.
 */
import { BrowserProvider } from 'ethers'
import { createMockNode } from 'preseal'
import { createPublicClient, custom, parseEther } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const accounts = { [alice]: { balance: parseEther('10') } }
const payment = { from: alice, to: bob, value: 1n } as const

afterEach(() => {
  vi.useRealTimers()
})

test('viem: watchBlocks emits once per number', async () => {
  vi.useFakeTimers()
  const node = createMockNode({ clock: 'ambient', accounts })
  const client = createPublicClient({
    transport: custom(node.provider),
    pollingInterval: 200,
  })
  const emitted: (bigint | null)[] = []
  const stop = client.watchBlocks({
    blockTag: 'pending',
    emitOnBegin: true,
    onBlock: ({ number }) => emitted.push(number),
  })
  const hashes = new Set()
  for (let beat = 0; beat < 10; beat++) {
    const { hash } = await client.getBlock({ blockTag: 'pending' })
    hashes.add(hash)
    node.preconfirm(payment)
    await vi.advanceTimersByTimeAsync(200)
  }
  stop()
  expect(emitted).toEqual([1n, 2n])
  // Whoever polls getBlock and compares hashes sees every change.
  expect(hashes.size).toBe(10)
})

test('viem: storage, code and nonce are read at latest', async () => {
  const node = createMockNode({ accounts })
  const client = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider),
  })
  await client.getBlock()
  await client.getBalance({ address: bob })
  await client.getStorageAt({ address: bob, slot: '0x0' })
  await client.getCode({ address: bob })
  await client.getTransactionCount({ address: bob })
  const asked = node.answeredRequests.map(({ method, params }) => [
    method,
    params.find((param) => param === 'pending' || param === 'latest'),
  ])
  expect(asked).toEqual([
    ['eth_getBlockByNumber', 'pending'],
    ['eth_getBalance', 'pending'],
    ['eth_getStorageAt', 'latest'],
    ['eth_getCode', 'latest'],
    ['eth_getTransactionCount', 'latest'],
  ])
})

test('viem: getBlockNumber is cached by wall-clock time', async () => {
  const node = createMockNode()
  const client = createPublicClient({ transport: custom(node.provider) })
  expect(await client.getBlockNumber()).toBe(0n)
  node.nextBlock()
  expect(await client.getBlockNumber()).toBe(0n)
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
})

test('viem: a receipt that was waited for may be dropped', async () => {
  vi.useFakeTimers()
  const node = createMockNode({ clock: 'ambient', accounts })
  const client = createPublicClient({
    transport: custom(node.provider),
    pollingInterval: 200,
  })
  const hash = node.preconfirm(payment)
  await vi.advanceTimersByTimeAsync(200)
  // A wait that began before the beat would end at the seal.
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n })
  node.drop(hash)
  await vi.advanceTimersByTimeAsync(200)
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow(
    'could not be found',
  )
})

test('ethers: equal reads within 250 ms get the same answer', async () => {
  vi.useFakeTimers()
  const node = createMockNode({ clock: 'ambient', accounts })
  const { id } = node.chain
  const cached = new BrowserProvider(node.provider, id)
  const fresh = new BrowserProvider(node.provider, id, { cacheTimeout: -1 })
  async function read(provider: BrowserProvider) {
    const reading = provider.getBalance(bob, 'pending')
    // ethers sends each request from a timer of 0 ms.
    await vi.advanceTimersByTimeAsync(0)
    return reading
  }
  expect([await read(cached), await read(fresh)]).toEqual([0n, 0n])
  node.preconfirm(payment)
  await vi.advanceTimersByTimeAsync(200)
  expect([await read(cached), await read(fresh)]).toEqual([0n, 1n])
  await vi.advanceTimersByTimeAsync(50)
  expect(await read(cached)).toBe(1n)
})

test('caches by block hash: under zeroHash all pending blocks are one', async () => {
  const node = createMockNode({ accounts, pendingIdentity: 'zeroHash' })
  const client = createPublicClient({ transport: custom(node.provider) })
  const gasByHash = new Map<string | null, bigint>()
  for (let beat = 0; beat < 3; beat++) {
    const block = await client.getBlock({ blockTag: 'pending' })
    gasByHash.set(block.hash, block.gasUsed)
    node.preconfirm(payment)
    node.nextBeat()
  }
  expect(gasByHash.size).toBe(1)
})
