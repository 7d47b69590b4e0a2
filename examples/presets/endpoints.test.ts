/*
 * Clients of endpoints that are not one node of one's own. Each test shows a
 * naive client going wrong, then one that does not.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  fasterBlocks,
  loadBalancer,
  partialPending,
  publicEndpoint,
  silentZeros,
} from 'preseal/presets'
import {
  createPublicClient,
  custom,
  type Hash,
  hexToBigInt,
  http,
  parseEther,
} from 'viem'
import { expect, test } from 'vitest'

const bob = '0x0000000000000000000000000000000000000b0b'

function setUp(story: MockNodeOptions) {
  const node = createMockNode(story)
  const client = createPublicClient({ transport: custom(node.provider) })
  return { node, client }
}

test('partialPending: under one tag may be two states', async () => {
  const { node, client } = setUp(partialPending({ to: bob }))

  // Slot 0 counts the payments of 1 ether, so that both say the same.
  async function read(blockTag: 'pending' | 'latest') {
    const [balance, slot] = await Promise.all([
      client.getBalance({ address: bob, blockTag }),
      client.getStorageAt({ address: bob, slot: '0x0', blockTag }),
    ])
    return {
      paid: balance / parseEther('1'),
      counted: hexToBigInt(slot ?? '0x'),
    }
  }

  node.advance(2_400)
  expect(await read('pending')).toEqual({ paid: 13n, counted: 10n })
  // What must fit together is read from a block that all methods know.
  expect(await read('latest')).toEqual({ paid: 10n, counted: 10n })
})

test('loadBalancer: the next answer may be older', async () => {
  const { node, client } = setUp(loadBalancer())
  const naive: string[] = []
  const cured: string[] = []
  let newest: { number: bigint; gasUsed: bigint } | undefined
  for (let poll = 0; poll < 14; poll++) {
    const block = await client.getBlock({ blockTag: 'pending' })
    const { gasUsed, transactions } = block
    const number = block.number ?? 0n
    const shown = `${number}: ${transactions.length}`
    naive.push(shown)
    // Within a number, a pending block only grows.
    const isNewer =
      newest === undefined ||
      number > newest.number ||
      (number === newest.number && gasUsed > newest.gasUsed)
    if (isNewer) {
      newest = { number, gasUsed }
      cured.push(shown)
    }
    node.advance(200)
  }
  expect(naive.slice(8)).toEqual([
    '1: 9',
    '1: 7',
    '2: 1',
    '1: 9',
    '2: 3',
    '2: 1',
  ])
  expect(cured.slice(-3)).toEqual(['1: 9', '2: 1', '2: 3'])
})

test('silentZeros: the number of the pending block selects nothing', async () => {
  const { node, client } = setUp(silentZeros({ to: bob }))
  node.advance(1_000)
  const { number } = await client.getBlock({ blockTag: 'pending' })
  const naive = { address: bob, blockNumber: number ?? 0n } as const
  expect(await client.getBalance(naive)).toBe(0n)

  const cured = { address: bob, blockTag: 'pending' } as const
  expect(await client.getBalance(cured)).toBe(parseEther('6'))
})

test('publicEndpoint: receipts come one by one, in small batches', async () => {
  const node = createMockNode(publicEndpoint({ rate: 1_000 }))
  const connect = (batchSize: number) =>
    createPublicClient({
      transport: http('http://node.test', {
        fetchFn: node.fetch,
        batch: { batchSize },
        retryCount: 0,
      }),
    })
  node.advance(2_000)
  const client = connect(10)
  await expect(client.getBlockReceipts({ blockTag: 'latest' })).rejects.toThrow(
    'rpc method is not whitelisted',
  )

  const { transactions } = await client.getBlock()
  const readAll = (from: typeof client) =>
    Promise.all(
      transactions.flatMap((hash) => [
        from.getTransaction({ hash }),
        from.getTransactionReceipt({ hash }),
      ]),
    )
  // HTTP 413, of which viem 2.57.1 says no more; later ones name the status.
  await expect(readAll(connect(100))).rejects.toThrow(/unknown RPC error|413/)
  expect(await readAll(client)).toHaveLength(20)
})

test('publicEndpoint: whoever asks too often is refused', async () => {
  const { node, client } = setUp(publicEndpoint({ rate: 20 }))
  node.advance(1_000)
  const { transactions } = await client.getBlock({ blockTag: 'pending' })
  const known = new Map<Hash, unknown>()
  async function poll() {
    const block = await client.getBlock({ blockTag: 'pending' })
    const fresh = block.transactions.filter((hash) => !known.has(hash))
    for (const hash of fresh)
      known.set(hash, await client.getTransactionReceipt({ hash }))
  }
  await poll()
  const before = node.answeredRequests.length
  await poll()
  // Receipts that are known already would have made it seven.
  expect([transactions.length, node.answeredRequests.length - before]).toEqual([
    6, 1,
  ])
})

test('fasterBlocks: a second holds several blocks', async () => {
  const { node, client } = setUp(fasterBlocks({ blocks: 10 }))
  node.advance(4_000)
  const byTimestamp = new Map<bigint, Hash>()
  const byNumber = new Map<bigint, Hash>()
  for (let block = 0; block < 10; block++) {
    node.advance(200)
    const { timestamp, number, hash } = await client.getBlock()
    byTimestamp.set(timestamp, hash)
    byNumber.set(number, hash)
  }
  expect(byTimestamp.size).toBe(3)
  expect(byNumber.size).toBe(10)
})
