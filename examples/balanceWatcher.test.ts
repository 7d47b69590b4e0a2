/*
 * A balance as a wallet shows it: polled under `pending`, every 200 ms. Fake
 * timers move the polling and the chain together.
 */
import { createMockNode } from 'preseal'
import {
  type Address,
  createPublicClient,
  custom,
  type PublicClient,
  parseEther,
} from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The code under test; returns how to stop it. */
function watchBalance(
  client: PublicClient,
  address: Address,
  onBalance: (balance: bigint) => void,
): () => void {
  let last: bigint | undefined
  async function poll() {
    const balance = await client.getBalance({ address, blockTag: 'pending' })
    if (balance === last) return
    last = balance
    onBalance(balance)
  }
  void poll()
  const timer = setInterval(poll, 200)
  return () => clearInterval(timer)
}

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const node = createMockNode({
    clock: 'ambient',
    accounts: { [alice]: { balance: parseEther('10') } },
  })
  const client = createPublicClient({ transport: custom(node.provider) })
  const seen: bigint[] = []
  const stop = watchBalance(client, bob, (balance) => seen.push(balance))
  return { node, seen, stop }
}

test('a payment shows one beat after it was sent', async () => {
  const { node, seen, stop } = setUp()
  await vi.advanceTimersByTimeAsync(50)
  node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
  await vi.advanceTimersByTimeAsync(149)
  expect(seen).toEqual([0n])
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toEqual([0n, parseEther('1')])
  stop()
})

test('the seal changes nothing', async () => {
  const { node, seen, stop } = setUp()
  node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(seen).toEqual([0n, parseEther('1')])
  stop()
})

test('a dropped payment is taken back', async () => {
  const { node, seen, stop } = setUp()
  const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
  await vi.advanceTimersByTimeAsync(400)
  node.drop(hash)
  await vi.advanceTimersByTimeAsync(200)
  expect(seen).toEqual([0n, 1n, 0n])
  stop()
})

test('whoever stops watching asks no more', async () => {
  const { node, stop } = setUp()
  await vi.advanceTimersByTimeAsync(400)
  stop()
  const { length } = node.answeredRequests
  await vi.advanceTimersByTimeAsync(2_000)
  expect(node.answeredRequests).toHaveLength(length)
  expect(vi.getTimerCount()).toBe(0)
})
