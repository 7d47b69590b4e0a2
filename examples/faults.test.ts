/*
 * Reading receipts from an endpoint that has its bad days: the method is not
 * allowed, the rate limit is reached, or there is no pending block.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import {
  createPublicClient,
  custom,
  type PublicClient,
  parseEther,
  type TransactionReceipt,
} from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

/** The code under test: where block receipts are refused, one at a time. */
async function readPendingReceipts(
  client: PublicClient,
): Promise<TransactionReceipt[]> {
  try {
    return await client.getBlockReceipts({ blockTag: 'pending' })
  } catch {
    const { transactions } = await client.getBlock({ blockTag: 'pending' })
    return Promise.all(
      transactions.map((hash) => client.getTransactionReceipt({ hash })),
    )
  }
}

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

function setUp(options: MockNodeOptions = {}) {
  const node = createMockNode({
    accounts: { [alice]: { balance: parseEther('10') } },
    ...options,
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  return { node, client, hash }
}

afterEach(() => {
  vi.useRealTimers()
})

test('a public endpoint refuses block receipts', async () => {
  const { node, client, hash } = setUp({ endpoint: 'public' })
  node.nextBeat()
  const receipts = await readPendingReceipts(client)
  expect(receipts.map((receipt) => receipt.transactionHash)).toEqual([hash])
  expect(node.answeredRequests.map(({ method }) => method)).toEqual([
    'eth_getBlockReceipts',
    'eth_getBlockByNumber',
    'eth_getTransactionReceipt',
  ])
})

test('a rate limit is waited out', async () => {
  vi.useFakeTimers()
  const { node, client, hash } = setUp({ clock: 'ambient' })
  await vi.advanceTimersByTimeAsync(200)
  node.fault({ type: 'http', status: 429, times: 2 })
  const reading = readPendingReceipts(client)
  // viem asks again after 150 and then after 300 ms.
  await vi.advanceTimersByTimeAsync(450)
  const receipts = await reading
  expect(receipts.map((receipt) => receipt.transactionHash)).toEqual([hash])
  expect(node.answeredRequests.map(({ at }) => at)).toEqual([200, 350, 650])
})

test('a missing pending block is an error', async () => {
  const { node, client } = setUp()
  node.nextBeat()
  node.fault({ type: 'null', block: 'pending' })
  await expect(readPendingReceipts(client)).rejects.toThrow(
    'Block could not be found',
  )
})
