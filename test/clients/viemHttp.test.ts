import { createMockNode, type Fault, type MockNode } from 'preseal'
import {
  createPublicClient,
  type HttpTransportConfig,
  http,
  parseEther,
} from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, bob, token } from '../conformance/actors.js'

const url = 'http://node.test'
const accounts = { [alice]: { balance: parseEther('10') } }

function clientOf(node: MockNode, config: HttpTransportConfig = {}) {
  const transport = http(url, { fetchFn: node.fetch, ...config })
  return createPublicClient({ transport, cacheTime: 0 })
}

/** How many requests each batch had, 0 for a single one. */
function spy(node: MockNode) {
  const batches: number[] = []
  const fetchFn: typeof fetch = (input, init) => {
    const body = JSON.parse(String(init?.body))
    batches.push(Array.isArray(body) ? body.length : 0)
    return node.fetch(input as string, init)
  }
  return { batches, fetchFn }
}

describe('viem over HTTP: reads', () => {
  test.each([
    ['single', {}],
    ['batched', { batch: true }],
  ])('default: a transfer is pending, then latest, %s', async (_, config) => {
    const node = createMockNode({ accounts })
    const { batches, fetchFn } = spy(node)
    const client = clientOf(node, { fetchFn, ...config })
    const read = () =>
      Promise.all([
        client.getBalance({ address: bob, blockTag: 'pending' }),
        client.getBalance({ address: bob }),
        client.getStorageAt({ address: token, slot: '0x0' }),
        client.getBlock({ blockTag: 'pending' }),
      ])
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const [pending, latest, , block] = await read()
    expect([pending, latest, block.transactions]).toEqual([1n, 0n, [hash]])
    expect((await client.getTransactionReceipt({ hash })).status).toBe(
      'success',
    )
    node.nextBlock()
    expect((await read()).slice(0, 2)).toEqual([1n, 1n])
    const single = [0, 0, 0, 0]
    const whole = 'batch' in config
    expect(batches).toEqual(whole ? [4, 1, 4] : [...single, 0, ...single])
  })
})

// Backoffs take real time otherwise.
describe('viem over HTTP: faults', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  /** How a read ends under the faults, after how many tries and ms. */
  async function endOf(
    faults: readonly Fault[],
    config?: HttpTransportConfig,
    act?: (node: MockNode) => void,
  ) {
    const node = createMockNode({ clock: 'ambient', faults })
    const client = clientOf(node, config)
    const start = Date.now()
    const reading = client.getBalance({ address: bob }).then(
      (balance) => balance,
      (error) => error.walk(),
    )
    act?.(node)
    await vi.runAllTimersAsync()
    const end = await reading
    const tries = node.answeredRequests.length
    node.dispose()
    return { end, tries, ms: Date.now() - start }
  }

  test('default: 403 with the JSON body is one try', async () => {
    const { end, tries } = await endOf([{ type: 'http', status: 403 }])
    expect(end).toEqual({
      code: -32601,
      message: 'rpc method is not whitelisted',
    })
    expect(tries).toBe(1)
  })

  test('default: 403 with a text is HttpRequestError, four tries', async () => {
    const body = '<h1>Forbidden</h1>'
    const headers = { 'Content-Type': 'text/html', 'X-Edge': '1' }
    const { end, tries, ms } = await endOf([
      { type: 'http', status: 403, body, headers },
    ])
    expect(end).toMatchObject({
      name: 'HttpRequestError',
      status: 403,
      details: JSON.stringify(body),
    })
    expect(end.headers.get('x-edge')).toBe('1')
    expect([tries, ms]).toEqual([4, 1_050])
  })

  test('default: Retry-After of a 429 is obeyed', async () => {
    const { end, tries, ms } = await endOf([
      {
        type: 'http',
        status: 429,
        body: 'slow down',
        headers: { 'Retry-After': '7' },
        times: 2,
      },
    ])
    expect({ end, tries, ms }).toEqual({ end: 0n, tries: 3, ms: 14_000 })
  })

  test('default: a status without a body', async () => {
    const { end, tries } = await endOf([
      { type: 'http', status: 502, times: 1 },
    ])
    expect({ end, tries }).toEqual({ end: 0n, tries: 2 })
  })

  test('default: network is HttpRequestError without a status', async () => {
    const { end, tries } = await endOf([{ type: 'network', times: 4 }], {
      retryCount: 0,
    })
    expect(end).toMatchObject({ name: 'ProviderRpcError', code: 4900 })
    expect(tries).toBe(1)
    expect(await endOf([{ type: 'network', times: 2 }])).toMatchObject({
      end: 0n,
      tries: 3,
    })
  })

  test('default: a hang is TimeoutError, which leaves nothing behind', async () => {
    const { end, tries, ms } = await endOf([{ type: 'hold' }], {
      retryCount: 0,
      timeout: 5_000,
    })
    expect(end).toMatchObject({ name: 'TimeoutError' })
    expect([tries, ms]).toEqual([1, 5_000])
  })

  test('behavior: a delay beyond the timeout, and one within', async () => {
    const delayed = (ms: number) =>
      endOf([{ type: 'delay', ms, times: 1 }], { timeout: 1_000 })
    expect(await delayed(999)).toEqual({ end: 0n, tries: 1, ms: 999 })
    expect(await delayed(1_001)).toEqual({ end: 0n, tries: 2, ms: 1_150 })
  })

  test('behavior: a request that viem aborts ends in the node', async () => {
    const node = createMockNode({
      clock: 'ambient',
      faults: [{ type: 'hold' }],
    })
    const client = clientOf(node)
    const abort = new AbortController()
    const reading = client
      .request({ method: 'eth_chainId' }, { signal: abort.signal })
      .catch((error) => error)
    await vi.advanceTimersByTimeAsync(100)
    abort.abort()
    expect(await reading).toMatchObject({ name: 'AbortError' })
    expect(node.answeredRequests).toMatchObject([
      { settledAt: 100, outcome: { type: 'network' } },
    ])
    // viem clears its own time-out in a later turn than it rejects.
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: in a batch only the refused one fails', async () => {
    const node = createMockNode({ clock: 'ambient', endpoint: 'public' })
    const client = clientOf(node, { batch: true })
    const receipts = client
      .request({
        method: 'eth_getBlockReceipts',
        params: ['pending'],
      } as never)
      .catch((error) => error)
    const balance = client.getBalance({ address: bob })
    await vi.runAllTimersAsync()
    expect(await balance).toBe(0n)
    expect(await receipts).toMatchObject({ code: -32601 })
    expect(node.answeredRequests.length).toBe(2)
  })

  test('options: a batch beyond the limit of the endpoint', async () => {
    const node = createMockNode({ endpoint: { batch: 2 } })
    const client = clientOf(node, { batch: true, retryCount: 0 })
    const asked = Promise.allSettled(
      [1, 2, 3].map((id) =>
        client.getBalance({ address: `0x${`${id}`.repeat(40)}` }),
      ),
    )
    await vi.runAllTimersAsync()
    expect((await asked).map(({ status }) => status)).toEqual(
      Array(3).fill('rejected'),
    )
    expect(node.answeredRequests).toEqual([])
  })

  // By its HTTP status: until 2.57.1 the JSON-RPC error was taken as final.
  test('options: the rate of an endpoint is waited out', async () => {
    const node = createMockNode({
      clock: 'ambient',
      endpoint: { rate: { requests: 2, per: 1_000 } },
    })
    const client = clientOf(node)
    const reading = Promise.allSettled(
      [alice, bob, token].map((address) => client.getBalance({ address })),
    )
    await vi.runAllTimersAsync()
    expect(await reading).toMatchObject([
      { value: 0n },
      { value: 0n },
      { value: 0n },
    ])
    const refused = node.answeredRequests.filter(
      ({ outcome }) => outcome.type !== 'result',
    )
    expect(refused.length).toBeGreaterThan(0)
    expect(node.answeredRequests.length).toBe(3 + refused.length)
  })
})
