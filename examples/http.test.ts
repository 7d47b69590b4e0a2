/*
 * Code that posts JSON-RPC with the global `fetch`, without any client: both
 * balances in one batch, again when the endpoint says when, no longer when the
 * user has left.
 */
import { createMockNode, type MockNodeOptions } from 'preseal'
import { parseEther } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

/** The code under test. */
async function readBalances(
  address: string,
  signal?: AbortSignal,
): Promise<{ pending: bigint; latest: bigint }> {
  const batch = ['pending', 'latest'].map((block) => ({
    jsonrpc: '2.0',
    id: block,
    method: 'eth_getBalance',
    params: [address, block],
  }))
  const response = await fetch('https://rpc.test', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(batch),
    ...(signal && { signal }),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const answers: Answer[] = await response.json()
  if (answers.some(({ error }) => error?.code === overRateLimit)) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return readBalances(address, signal)
  }
  const balanceOf = (block: string) =>
    BigInt(answers.find(({ id }) => id === block)?.result ?? 0)
  return { pending: balanceOf('pending'), latest: balanceOf('latest') }
}

type Answer = { id: string; result?: string; error?: { code: number } }

const overRateLimit = -32016
const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

function setUp(options: MockNodeOptions = {}) {
  const node = createMockNode({
    accounts: { [alice]: { balance: parseEther('10') } },
    ...options,
  })
  vi.stubGlobal('fetch', node.fetch)
  return node
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a payment is pending before it is latest', async () => {
  const node = setUp()
  node.preconfirm({ from: alice, to: bob, value: 5n })
  node.nextBeat()
  expect(await readBalances(bob)).toEqual({ pending: 5n, latest: 0n })
  node.nextBlock()
  expect(await readBalances(bob)).toEqual({ pending: 5n, latest: 5n })
})

test('beyond the rate limit it asks again a second later', async () => {
  vi.useFakeTimers()
  const rate = { requests: 3, per: 1_000 }
  const node = setUp({ clock: 'ambient', endpoint: { rate } })
  await readBalances(bob)
  const reading = readBalances(bob)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await reading).toEqual({ pending: 0n, latest: 0n })
  expect(
    node.answeredRequests.map(({ at, outcome }) => [at, outcome.type]),
  ).toEqual([
    [0, 'result'],
    [0, 'result'],
    [0, 'result'],
    [0, 'http'],
    [1_000, 'result'],
    [1_000, 'result'],
  ])
})

test('whoever leaves waits no longer', async () => {
  const node = setUp({ faults: [{ type: 'hold' }] })
  const leaving = new AbortController()
  const reading = readBalances(bob, leaving.signal)
  leaving.abort()
  await expect(reading).rejects.toThrow('aborted')
  expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
    'network',
    'network',
  ])
})

test('an endpoint that is down is an error', async () => {
  setUp({ faults: [{ type: 'network', times: 1 }] })
  await expect(readBalances(bob)).rejects.toThrow('fetch failed')
  expect(await readBalances(bob)).toEqual({ pending: 0n, latest: 0n })
})
