import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createMockNode, type MockNode } from 'preseal'
import { Agent, type Dispatcher, request as undiciRequest } from 'undici'
import { createPublicClient, http as viemHttp } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether } from '../conformance/actors.js'
import { eventually } from '../entries/server/open.js'

const url = 'https://rpc.test/'
const accounts = { [alice]: { balance: ether } }
const chainId = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
const answered = { jsonrpc: '2.0', id: 1, result: '0x7a69' }

const posting = (message: unknown, init: RequestInit = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(message),
  ...init,
})

describe('msw', () => {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  function serve(node: MockNode) {
    server.use(
      http.post(url, ({ request }) =>
        node.fetch(request).catch(() => HttpResponse.error()),
      ),
    )
    return node
  }

  test('default: the fetch of the code under test', async () => {
    const node = serve(createMockNode({ accounts }))
    const response = await fetch(url, posting(chainId))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(answered)
    const batch = await fetch(url, posting([chainId, { ...chainId, id: 'b' }]))
    expect(await batch.json()).toEqual([answered, { ...answered, id: 'b' }])
    expect(node.answeredRequests.length).toBe(3)
  })

  test('default: a client that knows nothing of the node', async () => {
    const node = serve(createMockNode({ accounts }))
    const client = createPublicClient({ transport: viemHttp(url) })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const pending = { address: bob, blockTag: 'pending' } as const
    expect(await client.getBalance(pending)).toBe(1n)
  })

  // It has no option for another fetch, and uses Node's http.
  test('default: web3.js and its HttpProvider', async () => {
    const node = serve(createMockNode({ accounts }))
    const { eth } = new Web3(url)
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await eth.getBalance(bob, 'pending')).toBe(5n)
    expect(await eth.getBalance(bob)).toBe(0n)
    expect((await eth.getBlock('pending')).transactions?.length).toBe(1)
    const batch = new eth.BatchRequest()
    const asked = [
      batch.add({ jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] }),
      batch.add({
        jsonrpc: '2.0',
        id: 8,
        method: 'eth_blockNumber',
        params: [],
      }),
    ]
    await batch.execute()
    expect(await Promise.all(asked)).toEqual(['0x7a69', '0x0'])
    node.fault({ type: 'http', status: 503, times: 1 })
    await expect(eth.getBalance(bob)).rejects.toThrow()
    expect(await eth.getBalance(bob)).toBe(0n)
  })
})

describe('undici', () => {
  /** An interceptor that never gets as far as a connection. */
  function toNode(node: MockNode): Dispatcher.DispatchInterceptor {
    return () => (options, handler) => {
      void answer(node, options, handler)
      return true
    }
  }

  async function answer(
    node: MockNode,
    { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandlers,
  ) {
    const abort = new AbortController()
    try {
      handler.onConnect?.((reason) => abort.abort(reason))
      const response = await node.fetch(new URL(path, origin), {
        method,
        headers: headers as HeadersInit,
        body: body as string,
        signal: abort.signal,
        duplex: 'half',
      } as RequestInit)
      const lines: Buffer[] = []
      response.headers.forEach((value, name) => {
        lines.push(Buffer.from(name), Buffer.from(value))
      })
      handler.onHeaders?.(response.status, lines, () => {}, '')
      handler.onData?.(Buffer.from(await response.arrayBuffer()))
      handler.onComplete?.([])
    } catch (error) {
      handler.onError?.(error as Error)
    }
  }

  const dispatcherOf = (node: MockNode) => {
    const agent = new Agent()
    onTestFinished(() => agent.close())
    return agent.compose(toNode(node))
  }

  test('default: a dispatcher of the fetch of Node', async () => {
    const node = createMockNode({ accounts, endpoint: 'public' })
    const dispatcher = dispatcherOf(node)
    const ask = (message: unknown) =>
      fetch(url, posting(message, { dispatcher } as RequestInit))
    expect(await (await ask(chainId)).json()).toEqual(answered)
    const refused = await ask({ ...chainId, method: 'eth_getBlockReceipts' })
    expect(refused.status).toBe(403)
    node.fault({ type: 'network', times: 1 })
    await expect(ask(chainId)).rejects.toThrow('fetch failed')
  })

  test('default: its own request', async () => {
    const node = createMockNode()
    const { statusCode, body } = await undiciRequest(url, {
      dispatcher: dispatcherOf(node),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chainId),
    })
    expect([statusCode, await body.json()]).toEqual([200, answered])
  })

  test('behavior: an abort gets as far as the node', async () => {
    const node = createMockNode({ faults: [{ type: 'hold' }] })
    const abort = new AbortController()
    const response = fetch(
      url,
      posting(chainId, {
        dispatcher: dispatcherOf(node),
        signal: abort.signal,
      } as RequestInit),
    )
    await eventually(() => node.waitingRequests.length === 1)
    abort.abort()
    await expect(response).rejects.toThrow('aborted')
    await eventually(() => node.waitingRequests.length === 0)
    expect(node.answeredRequests).toMatchObject([
      { outcome: { type: 'network' } },
    ])
  })
})
