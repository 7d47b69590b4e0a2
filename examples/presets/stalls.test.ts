/*
 * Clients of a node that has stopped to pre-confirm, to refresh what is pending,
 * or to finalise. Each test shows a naive client going wrong, then one that does
 * not.
 */
import { createMockNode } from 'preseal'
import {
  finalityStall,
  frozenPending,
  noPreconfirmations,
} from 'preseal/presets'
import {
  createPublicClient,
  custom,
  type Hash,
  parseEther,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

const bob = '0x0000000000000000000000000000000000000b0b'

afterEach(() => {
  vi.useRealTimers()
})

test('frozenPending: pending may be older than latest', async () => {
  const node = createMockNode(frozenPending({ to: bob }))
  const client = createPublicClient({ transport: custom(node.provider) })

  function readNaively() {
    return client.getBalance({ address: bob, blockTag: 'pending' })
  }
  async function read() {
    const [pending, latest] = await Promise.all([
      client.getBlock({ blockTag: 'pending' }),
      client.getBlock({ blockTag: 'latest' }),
    ])
    const isLive = (pending.number ?? 0n) > latest.number
    const blockTag = isLive ? 'pending' : 'latest'
    return client.getBalance({ address: bob, blockTag })
  }

  node.advance(1_000)
  expect(await read()).toBe(parseEther('1'))
  node.nextBlock(250)
  expect(await readNaively()).toBe(parseEther('1'))
  expect(await read()).toBe(parseEther('250'))
})

test('noPreconfirmations: what is not pre-confirmed in time is sealed all the same', async () => {
  vi.useFakeTimers()
  const node = createMockNode({ ...noPreconfirmations(), clock: 'ambient' })
  const client = createPublicClient({
    transport: custom(node.provider),
    pollingInterval: 200,
  })
  const sent: Hash[] = []
  node.on('preconfirmed', ({ hash }) => sent.push(hash))
  await vi.advanceTimersByTimeAsync(2_200)
  const hash = sent.at(-1) as Hash

  const naive = client
    .waitForTransactionReceipt({ hash, timeout: 1_000 })
    .catch((error: unknown) => error)
  // Patience is counted in blocks, not in beats.
  const cured = client.waitForTransactionReceipt({ hash, timeout: 30_000 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await naive).toBeInstanceOf(WaitForTransactionReceiptTimeoutError)
  expect(await cured).toMatchObject({ status: 'success', blockNumber: 2n })
  node.dispose()
})

test('finalityStall: blocks on top do not make a block final', async () => {
  const node = createMockNode(finalityStall({ finalized: 4 }))
  const client = createPublicClient({
    transport: custom(node.provider),
    cacheTime: 0,
  })

  async function isFinalNaively(number: bigint) {
    return (await client.getBlockNumber()) >= number + 4n
  }
  async function isFinal(number: bigint) {
    const finalized = await client.getBlock({ blockTag: 'finalized' })
    return finalized.number >= number
  }

  node.nextBlock(6)
  expect([await isFinalNaively(2n), await isFinal(2n)]).toEqual([true, true])
  node.nextBlock(4)
  expect([await isFinalNaively(6n), await isFinal(6n)]).toEqual([true, false])
  node.nextBlock(6)
  expect([await isFinalNaively(6n), await isFinal(6n)]).toEqual([true, true])
})
