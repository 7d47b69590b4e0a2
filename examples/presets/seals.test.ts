/*
 * Clients of blocks that are sealed otherwise than they were pre-confirmed. Each
 * test shows a naive client going wrong, then one that does not.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  droppedTail,
  receiptDivergence,
  reorderedSeal,
  revertedAfterAll,
} from 'preseal/presets'
import {
  createPublicClient,
  custom,
  type Hash,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/**
 * The receipt from the sealed block, or null where the block came without the
 * transaction: the cure for all that follows.
 */
async function waitForSealed(
  client: PublicClient,
  hash: Hash,
): Promise<TransactionReceipt | null> {
  const { blockNumber } = await client.waitForTransactionReceipt({ hash })
  while ((await client.getBlockNumber({ cacheTime: 0 })) < blockNumber)
    await new Promise((resolve) => setTimeout(resolve, 200))
  return client.getTransactionReceipt({ hash }).catch(() => null)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(story: MockNodeOptions) {
  const node = createMockNode({ ...story, clock: 'ambient' })
  const client = createPublicClient({
    transport: custom(node.provider),
    pollingInterval: 200,
  })
  return client
}

/** The transaction that the latest beat brought. */
async function readNewest(client: PublicClient): Promise<Hash> {
  const { transactions } = await client.getBlock({ blockTag: 'pending' })
  return transactions.at(-1) as Hash
}

test('droppedTail: a receipt is a promise until its block is sealed', async () => {
  const client = setUp(droppedTail())
  await vi.advanceTimersByTimeAsync(1_800)
  const hash = await readNewest(client)
  const naive = client.waitForTransactionReceipt({ hash })
  const cured = waitForSealed(client, hash)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await naive).toMatchObject({ status: 'success' })
  expect(await cured).toBe(null)
})

test('reorderedSeal: a place in a block is no name', async () => {
  const client = setUp(reorderedSeal())
  const places = new Map<string, string>()
  const hashes = new Map<string, string>()
  async function read(blockTag: 'pending' | 'latest') {
    const { transactions } = await client.getBlock({
      blockTag,
      includeTransactions: true,
    })
    for (const { blockNumber, transactionIndex, hash, from } of transactions) {
      const place = `${blockNumber}/${transactionIndex}`
      // Seen before: whoever keys by place has nothing to do.
      if (!places.has(place)) places.set(place, from)
      hashes.set(hash, from)
    }
    return transactions
  }

  await vi.advanceTimersByTimeAsync(400)
  await read('pending')
  await vi.advanceTimersByTimeAsync(1_600)
  for (const { blockNumber, transactionIndex, hash, from } of await read(
    'latest',
  )) {
    expect(places.get(`${blockNumber}/${transactionIndex}`)).not.toBe(from)
    expect(hashes.get(hash)).toBe(from)
  }
})

test('receiptDivergence: what was kept of a receipt is out of date', async () => {
  const client = setUp(receiptDivergence())
  await vi.advanceTimersByTimeAsync(200)
  const hash = await readNewest(client)
  const kept = await client.getTransactionReceipt({ hash })
  const sealing = waitForSealed(client, hash)
  await vi.advanceTimersByTimeAsync(2_000)
  const sealed = await sealing
  expect([kept.gasUsed, sealed?.gasUsed]).toEqual([60_000n, 54_000n])
  // By which whoever keeps receipts can tell that they have to be read again.
  expect(kept.blockHash).not.toBe(sealed?.blockHash)
})

test('revertedAfterAll: success is not final', async () => {
  const client = setUp(revertedAfterAll())
  await vi.advanceTimersByTimeAsync(200)
  const hash = await readNewest(client)
  const naive = client.waitForTransactionReceipt({ hash })
  const cured = waitForSealed(client, hash)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await naive).toMatchObject({ status: 'success' })
  expect(await cured).toMatchObject({ status: 'reverted' })
})
