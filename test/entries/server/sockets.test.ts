import type { MockNode, MockNodeOptions } from 'preseal'
import type { ServeOptions } from 'preseal/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { alice, bob, ether, token, word } from '../../conformance/actors.js'
import { dial, type Said } from './dial.js'
import { eventually, open } from './open.js'

/** A connection to a served node, and all that was said on it. */
async function connect(
  options: MockNodeOptions & { headers?: Record<string, string> } = {},
  serving: ServeOptions = {},
) {
  const { headers, ...rest } = options
  const opened = await open(
    { accounts: { [alice]: { balance: ether } }, ...rest },
    serving,
  )
  return { ...opened, ...(await dial(opened.server.wsUrl, headers)) }
}

const emit = (node: MockNode, at: number) =>
  node.preconfirm({
    from: alice,
    to: bob,
    logs: [{ address: token, topics: [word(at)] }],
  })

describe('WebSocket: requests', () => {
  test('behavior: faults: an error for HTTP, an end for the network', async () => {
    const { ask, node, send, closed } = await connect()
    node.fault({ type: 'http', status: 429, times: 1 })
    expect(await ask('eth_chainId')).toMatchObject({
      error: { code: -32016, message: 'over rate limit' },
    })
    node.fault({ type: 'network' })
    send({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    await eventually(() => closed() !== 0)
    expect(closed()).toBe(1006)
  })

  test('behavior: a client that leaves ends what it waits for, and what it is told', async () => {
    const { node, send, socket, ask } = await connect()
    await ask('eth_subscribe', 'newHeads')
    node.fault({ type: 'hold' })
    send({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    await eventually(() => node.waitingRequests.length === 1)
    socket.terminate()
    await eventually(() => node.waitingRequests.length === 0)
    node.nextBlock()
  })
})

describe('WebSocket: subscriptions', () => {
  test('default: each connection has its own', async () => {
    const one = await connect()
    const other = await dial(one.server.wsUrl)
    const heads = await one.ask('eth_subscribe', 'newHeads')
    const logs = await other.ask('eth_subscribe', 'logs', { address: token })
    expect(await other.ask('eth_unsubscribe', heads.result)).toMatchObject({
      error: { code: -32000, message: 'subscription not found' },
    })
    emit(one.node, 1)
    one.node.nextBlock()
    const [head] = await one.hear(1)
    expect(head).toMatchObject({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: heads.result, result: { number: '0x1' } },
    })
    const [log] = await other.hear(1)
    expect(log).toMatchObject({
      params: { subscription: logs.result, result: { topics: [word(1)] } },
    })
    expect(await one.ask('eth_unsubscribe', heads.result)).toMatchObject({
      result: true,
    })
    one.node.nextBlock()
    await one.ask('eth_chainId')
    expect([...one.said, ...other.said]).toEqual([])
  })

  test('behavior: what it tells before its answer is given comes after it', async () => {
    const { node, send, hear, ask } = await connect()
    node.fault({ type: 'delay', ms: 3_000, methods: ['eth_subscribe'] })
    const subscribe = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_subscribe',
      params: ['newHeads'],
    })
    send([subscribe(7), { jsonrpc: '2.0', id: 8, method: 'eth_chainId' }])
    await eventually(() => node.waitingRequests.length === 1)
    await ask('eth_chainId')
    node.nextBlock(2)
    const [answers, head] = await hear(2)
    const [subscribed] = answers as Said[]
    expect(subscribed).toMatchObject({ id: 7, result: expect.any(String) })
    expect(head).toMatchObject({
      params: { subscription: subscribed?.result, result: { number: '0x1' } },
    })
    node.nextBlock()
    expect(await hear(2)).toMatchObject([
      { params: { result: { number: '0x2' } } },
      { params: { result: { number: '0x3' } } },
    ])
  })
})

describe('WebSocket: the connection', () => {
  test('behavior: control verbs for programs here, never for pages', async () => {
    const here = await connect({}, { control: true })
    expect(await here.ask('evm_mine')).toMatchObject({ result: '0x0' })
    const page = await dial(here.server.wsUrl, { origin: 'http://localhost' })
    expect(await page.ask('evm_mine')).toMatchObject({
      error: { code: -32601 },
    })
    expect(await page.ask('eth_blockNumber')).toMatchObject({ result: '0x1' })
    const rebound = await dial(here.server.wsUrl, { host: 'evil.test' })
    expect(await rebound.ask('evm_mine')).toMatchObject({
      error: { code: -32601 },
    })
    const plain = await connect()
    expect(await plain.ask('evm_mine')).toMatchObject({
      error: { code: -32601 },
    })
  })

  test('behavior: another path is refused', async () => {
    const { server } = await open()
    const { socket, said } = await dial(`${server.wsUrl}/other`)
    expect(socket.readyState).toBe(socket.CLOSED)
    expect(said).toEqual([])
  })

  test('behavior: it ends with the server, and with the node', async () => {
    const one = await connect()
    await one.server.close()
    await eventually(() => one.closed() !== 0)
    const other = await connect()
    other.node.dispose()
    await eventually(() => other.closed() !== 0)
  })

  test('a connection to a node that its fakes came after ended the process', async () => {
    const { server } = await open()
    const toFake = ['setTimeout', 'clearTimeout', 'Date'] as const
    vi.useFakeTimers({ toFake: [...toFake] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(200)
    const { closed } = await dial(server.wsUrl)
    expect(closed()).toBe(1006)
    vi.useRealTimers()
    const again = await dial(server.wsUrl)
    expect(again.socket.readyState).toBe(again.socket.OPEN)
  })

  test('options: ping asks whoever is silent, in real time', async () => {
    // A busy machine may let either side wait for long.
    const { socket, ask } = await connect({}, { ping: 300 })
    let pings = 0
    socket.on('ping', () => {
      pings++
    })
    const quiet = await connect()
    let asked = 0
    quiet.socket.on('ping', () => {
      asked++
    })
    await eventually(() => pings >= 2)
    expect(await ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
    expect(socket.readyState).toBe(socket.OPEN)
    expect(asked).toBe(0)
  })
})
