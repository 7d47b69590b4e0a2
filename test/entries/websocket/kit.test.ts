import { ws } from 'msw'
import { setupServer } from 'msw/node'
import { createMockNode } from 'preseal'
import { formatTimeline } from 'preseal/timeline'
import { settle, testNode } from 'preseal/vitest'
import { createWebSocket } from 'preseal/websocket'
import { createPublicClient, custom, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const warned = vi.fn()

beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(warned))
afterAll(() => void vi.restoreAllMocks())

const asked = (id: number, method: string, ...params: unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

async function listen(url: string) {
  const socket = new WebSocket(url)
  const said: { id?: number; result?: unknown; method?: string }[] = []
  socket.onmessage = ({ data }) => said.push(JSON.parse(data))
  await settle({ ms: 0 })
  socket.send(asked(1, 'eth_subscribe', 'newHeads'))
  await settle({ ms: 0 })
  return { socket, said }
}

describe('sockets under the kit', () => {
  test('default: settle waits for what is opened, sent and told', async () => {
    const node = testNode()
    const { socket, said } = await listen(node.wsUrl)
    expect(said).toEqual([{ jsonrpc: '2.0', id: 1, result: '0x1' }])
    await settle({ ms: 2_000 })
    expect(said).toHaveLength(2)
    socket.close()
    expect(node).not.toHaveSubscription()
    await settle()
    expect(socket.readyState).toBe(WebSocket.CLOSED)
  })

  test('behavior: a conversation of many turns is waited for', async () => {
    const node = testNode()
    const socket = new WebSocket(node.wsUrl)
    let answers = 0
    const ask = () => socket.send(asked(answers, 'eth_chainId'))
    socket.onopen = ask
    socket.onmessage = () => ++answers < 200 && ask()
    await settle()
    expect(answers).toBe(200)
  })

  test('behavior: two nodes have two URLs', async () => {
    const [one, two] = [testNode(), testNode({ chainId: 10 })]
    await listen(two.wsUrl)
    expect([one.subscriptions.length, two.subscriptions.length]).toEqual([0, 1])
    expect(warned).not.toHaveBeenCalled()
  })

  test('behavior: the test before this one left a subscription', () => {
    expect(warned.mock.calls).toEqual([
      [
        expect.stringContaining(
          '  eth_subscribe("newHeads") on chain 10, at 0 ms, by WebSocket 1, asked for in',
        ),
      ],
    ])
    expect(warned.mock.calls[0]?.[0]).toMatch(/kit\.test\.ts:\d+\n/)
    warned.mockClear()
  })

  test("behavior: a client's watcher is named by its file: first", async () => {
    const { provider } = testNode()
    const chain = { id: 31_337, name: 'Test' } as never
    const client = createPublicClient({ chain, transport: custom(provider) })
    const node = testNode()
    const socket = createPublicClient({
      chain: node.chain,
      transport: webSocket(node.wsUrl),
    })
    socket.watchBlockNumber({ onBlockNumber() {} })
    await client.request({
      method: 'eth_subscribe',
      params: ['newHeads'],
    } as never)
    await settle()
  })

  test("behavior: a client's watcher is named by its file: then", () => {
    const lines = warned.mock.calls[0]?.[0].split('\n')
    expect(lines[1]).toMatch(/by a provider, asked for in .*kit\.test\.ts:\d+$/)
    expect(lines[2]).toMatch(
      /by WebSocket 1, asked for in viem\/_esm\/actions\/public\/watchBlockNumber\.js$/,
    )
    warned.mockClear()
  })

  test('behavior: a story tells of sockets', async () => {
    const node = testNode()
    const { socket } = await listen(node.wsUrl)
    const methods = ['eth_subscription']
    node.fault({
      type: 'socket',
      messages: 'doubled',
      methods,
      skip: 2,
      times: 1,
    })
    await settle({ ms: 6_000 })
    node.disconnectSockets({ code: 1_012, reason: 'restart' })
    await settle()
    expect(socket.readyState).toBe(WebSocket.CLOSED)
    const lines = formatTimeline(node)
      .split('\n')
      .filter((line) => line.includes('WebSocket'))
    expect(lines).toEqual([
      '   0 ms  WebSocket 1 opened',
      '2000 ms  WebSocket 1: subscription 0x1 sent 2 messages, until 4000 ms',
      '6000 ms  WebSocket 1: a message of subscription 0x1 doubled',
      '6000 ms  WebSocket 1 closed by the node, 1012 restart',
    ])
    expect(node).toHaveNoUnusedFaults()
  })

  test('a story told what a socket was sent after what disconnected it then', async () => {
    const node = testNode()
    await listen(node.wsUrl)
    const methods = ['eth_subscription']
    node.fault({ type: 'socket', messages: 'dropped', methods })
    await settle({ ms: 2_000 })
    node.disconnectSockets()
    node.seal()
    expect(formatTimeline(node).split('\n').slice(0, 7)).toEqual([
      '   0 ms  fault { type: socket, messages: dropped, methods: [eth_subscription] }',
      '   0 ms  WebSocket 1 opened',
      '2000 ms  block 1 sealed, empty',
      '2000 ms  WebSocket 1: a message of subscription 0x1 dropped',
      '2000 ms  disconnectSockets',
      '2000 ms  seal',
      '2000 ms  block 2 sealed, empty',
    ])
  })

  test('behavior: an outage by a step between two beats is at its own instant', async () => {
    const node = testNode({
      steps: [{ at: 650, type: 'disconnectSockets', code: 4_000 }],
    })
    const { socket } = await listen(node.wsUrl)
    const closed: number[] = []
    socket.onclose = () => closed.push(Date.now())
    const begun = Date.now()
    await settle({ ms: 1_000 })
    expect(closed.map((at) => at - begun)).toEqual([650])
  })

  test('behavior: after the test its sockets fall silent', () => {
    const node = testNode()
    const socket = new WebSocket(node.wsUrl)
    socket.onclose = () => {
      throw new Error('a client would connect again')
    }
  })

  test('behavior: msw beside it', async () => {
    const chat = ws.link('ws://chat.test')
    const server = setupServer(
      chat.addEventListener('connection', ({ client }) => client.send('hi')),
    )
    server.listen({ onUnhandledRequest: 'bypass' })
    try {
      const node = testNode()
      const { said, socket } = await listen(node.wsUrl)
      expect(said).toMatchObject([{ result: '0x1' }])
      const heard = vi.fn()
      const other = new WebSocket('ws://chat.test')
      other.onmessage = ({ data }) => heard(data)
      await settle()
      expect(heard).toHaveBeenCalledWith('hi')
      socket.close()
      other.close()
      await settle()
    } finally {
      server.close()
    }
  })

  test('error: a warning could not write a bigint: first', async () => {
    warned.mockClear()
    const { provider } = testNode()
    const params = ['logs', { chain: 10n }]
    await provider.request({ method: 'eth_subscribe', params } as never)
  })

  test('error: a warning could not write a bigint: then', () => {
    expect(warned.mock.calls).toEqual([
      [expect.stringContaining('  eth_subscribe("logs", {"chain":"10"}) on')],
    ])
    warned.mockClear()
  })
})

test("behavior: a URL of no node's any more went to the network", async () => {
  const node = createMockNode()
  const { wsUrl } = node
  node.dispose()
  const WebSocket = createWebSocket()
  for (const url of [wsUrl, 'ws://node.test/none']) {
    const socket = new WebSocket(url)
    const code = await new Promise((resolve) => {
      socket.onclose = (event) => resolve(event.code)
    })
    expect(code).toBe(1_006)
  }
})
