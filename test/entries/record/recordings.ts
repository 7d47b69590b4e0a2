import { createMockNode, type MockNodeOptions } from 'preseal'
import { type RecordOptions, record } from 'preseal/record'
import { parseEther } from 'viem'
import { vi } from 'vitest'
import { alice, bob, token } from '../../node/actors.js'

type Node = ReturnType<typeof createMockNode>

export type Fetch = NonNullable<RecordOptions['fetch']>

export const url = 'http://node.test/'

const watch: RecordOptions['watch'] = {
  balances: [alice, bob],
  storage: [
    { address: token, slot: 0 },
    { address: token, slot: '0x1' },
  ],
}

export const accounts: MockNodeOptions['accounts'] = {
  [alice]: { balance: parseEther('10') },
  [bob]: { balance: 5n },
}

/** A node that fake timers move, born at the same second as others. */
export function createLiveNode(options: MockNodeOptions = {}): Node {
  const timestamp = 1_767_225_600n
  return createMockNode({ accounts, timestamp, clock: 'ambient', ...options })
}

/** Records under fake timers, from now on. */
export async function recordFor(
  duration: number,
  options: Partial<RecordOptions>,
): Promise<{ scenario: MockNodeOptions; instants: number[] }> {
  const instants: number[] = []
  const recording = record({
    watch,
    duration,
    onProgress: ({ elapsed }: { elapsed: number }) => instants.push(elapsed),
    ...options,
  } as RecordOptions)
  const [scenario] = await Promise.all([
    recording,
    vi.advanceTimersByTimeAsync(duration),
  ])
  return { scenario, instants }
}

/** Everything that a recording keeps, as an HTTP client asks for it. */
const asked = (['latest', 'pending'] as const).flatMap((block) => [
  ['eth_getBlockByNumber', block, true],
  ['eth_getBlockByNumber', block, false],
  ['eth_getBlockReceipts', block],
  ['eth_getBalance', alice, block],
  ['eth_getBalance', bob, block],
  ['eth_getStorageAt', token, '0x0', block],
  ['eth_getStorageAt', token, '0x1', block],
])

export function toPost(message: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  }
}

export async function post(
  fetch: Fetch,
  [method, ...params]: readonly unknown[],
  to = url,
): Promise<[status: number, body: string]> {
  const message = { jsonrpc: '2.0', id: null, method, params }
  const response = await fetch(to, toPost(message))
  return [response.status, await response.text()]
}

/** What an endpoint says at one instant. */
export function readAll({ fetch }: { fetch: Fetch }): Promise<unknown[]> {
  return Promise.all(
    asked.map(async (request) => {
      const answer = await post(fetch, request).catch(String)
      return { request, answer }
    }),
  )
}

/** What a node that plays the options says at each instant. */
export async function readAt(
  options: MockNodeOptions,
  instants: readonly number[],
): Promise<unknown[]> {
  const node = createMockNode({ clock: 'virtual', ...options })
  const said: unknown[] = []
  for (const instant of instants) {
    node.seek(instant)
    said.push({ instant, said: await readAll(node) })
  }
  return said
}

/** The imports of a recording, a line each, with Bob's balance. */
export function outline({ steps: timeline = [] }: MockNodeOptions): string[] {
  return timeline.flatMap((step) => {
    if (step.type !== 'importBlock') return []
    const { at, as, block, receipts, state = {} } = step
    const { number, transactions } = block as {
      number: string
      transactions: unknown[]
    }
    return `${at}: ${as} ${number}, ${transactions.length} transactions, ${receipts ? '' : 'no '}receipts, ${state[bob]?.balance} wei`
  })
}
