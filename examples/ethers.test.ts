/*
 * The same node, read through ethers 6. Without `cacheTimeout: -1` ethers
 * answers equal reads within 250 ms from its cache, which is more than a beat.
 */
import { BrowserProvider, type TransactionReceipt } from 'ethers'
import { createMockNode } from 'preseal'
import { parseEther } from 'viem'
import { expect, test } from 'vitest'

/** The code under test: how far a payment has come. */
async function readProgress(provider: BrowserProvider, hash: string) {
  const receipt: TransactionReceipt | null =
    await provider.getTransactionReceipt(hash)
  if (receipt === null) return 'unknown'
  const latest = await provider.getBlock('latest')
  return receipt.blockNumber > (latest?.number ?? 0)
    ? 'pre-confirmed'
    : 'sealed'
}

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

function setUp() {
  const node = createMockNode({
    accounts: { [alice]: { balance: parseEther('10') } },
  })
  const provider = new BrowserProvider(node.provider, node.chain.id, {
    cacheTimeout: -1,
  })
  return { node, provider }
}

test('a payment is pre-confirmed, then sealed', async () => {
  const { node, provider } = setUp()
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  expect(await readProgress(provider, hash)).toBe('unknown')
  node.nextBeat()
  expect(await readProgress(provider, hash)).toBe('pre-confirmed')
  node.nextBlock()
  expect(await readProgress(provider, hash)).toBe('sealed')
})

test('the pending block grows from beat to beat', async () => {
  const { node, provider } = setUp()
  const counts: (number | undefined)[] = []
  for (let beat = 0; beat < 3; beat++) {
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const block = await provider.getBlock('pending', true)
    counts.push(block?.prefetchedTransactions.length)
  }
  expect(counts).toEqual([1, 2, 3])
})
