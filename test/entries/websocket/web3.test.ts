import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Web3, WebSocketProvider } from 'web3'
import { eventually, quiet } from '../../doors/sockets/connections.js'

/** On Node web3.js takes `ws`, whatever stands in globalThis: it needs a server. */
async function open(reconnect: object = {}) {
  const node = createMockNode({ clock: 'virtual' })
  const server = await serve(node)
  const provider = new WebSocketProvider(server.wsUrl, {}, reconnect as never)
  provider.on('error', () => {})
  const web3 = new Web3(provider)
  onTestFinished(async () => {
    // It connects again for ever, even after a server that is gone.
    Object.assign(provider, { _reconnect() {} })
    provider.disconnect()
    await server.close()
    node.dispose()
  })
  const numbers: unknown[] = []
  const heads = await web3.eth.subscribe('newHeads')
  heads.on('data', ({ number }) => void numbers.push(Number(number)))
  return { node, server, web3, numbers, provider }
}

test('default: it reconnects after 5 s, and subscribes to nothing', async () => {
  const { node, server, web3, numbers, provider } = await open({ delay: 5 })
  node.nextBlock()
  await eventually(() => numbers.length === 1)
  const reconnected = vi.fn()
  provider.on('connect', reconnected)
  server.disconnectSockets()
  await eventually(() => reconnected.mock.calls.length > 0)
  node.nextBlock(2)
  expect(await web3.eth.getBlockNumber()).toBe(3n)
  await quiet()
  expect([numbers, node.subscriptions]).toEqual([[1], []])
})

test('behavior: a clean close is the end', async () => {
  const { node, provider } = await open({ delay: 5 })
  const left = vi.fn()
  provider.on('disconnect', left)
  node.disconnectSockets({ code: 1_001 })
  await eventually(() => left.mock.calls.length > 0)
  await quiet()
  expect(node.subscriptions).toEqual([])
})

test('behavior: by default it waits for 5 s', async () => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
  const { node, provider } = await open()
  vi.useFakeTimers({ toFake: toFake as never })
  onTestFinished(() => void vi.useRealTimers())
  const reconnected = vi.fn()
  provider.on('connect', reconnected)
  const closed = new Promise<void>((resolve) => {
    node.on('socket', ({ type }) => type === 'closed' && resolve())
  })
  node.disconnectSockets()
  await closed
  await eventually(() => vi.getTimerCount() > 0)
  vi.advanceTimersByTime(4_999)
  await quiet()
  expect(reconnected).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await eventually(() => reconnected.mock.calls.length === 1)
})

test('behavior: it says that it gives up after as many refusals', async () => {
  const { node, provider } = await open({ delay: 5, maxAttempts: 5 })
  const errors: string[] = []
  provider.on('error', (error: unknown) => errors.push(String(error)))
  const refused = vi.fn()
  node.on('socket', ({ type }) => type === 'refused' && refused())
  node.fault({ type: 'network' })
  await eventually(() => errors.some((text) => text.includes('Max')))
  expect(refused).toHaveBeenCalledTimes(5)
})

test('behavior: requests hang on a half-dead socket', async () => {
  const { node, web3, numbers } = await open()
  node.disconnectSockets({ how: 'silently' })
  const end = vi.fn()
  void web3.eth.getBlockNumber().then(end, end)
  node.nextBlock(3)
  await quiet()
  expect([numbers, end.mock.calls]).toEqual([[], []])
})

test('behavior: a refused subscription rejects', async () => {
  const { node, web3 } = await open()
  const message = 'too many subscriptions'
  const methods = ['eth_subscribe']
  node.fault({ type: 'rpc', code: -32_000, message, methods })
  await expect(web3.eth.subscribe('newHeads')).rejects.toThrow()
})

test('recipe: it subscribes anew at each connection, and asks for the gap', async () => {
  const { node, provider, web3 } = await open({ delay: 5, maxAttempts: 1_000 })
  const seen: number[] = []
  const take = async (latest: number) => {
    for (let next = (seen.at(-1) ?? 0) + 1; next <= latest; next++)
      seen.push(next)
  }
  const listen = async () => {
    const heads = await web3.eth.subscribe('newHeads')
    heads.on('data', ({ number }) => void take(Number(number)))
    await take(Number(await web3.eth.getBlockNumber()))
  }
  await listen()
  provider.on('connect', () => void listen())
  node.nextBlock()
  await eventually(() => seen.length === 1)
  node.disconnectSockets()
  node.nextBlock(2)
  await eventually(() => seen.length === 3)
  node.nextBlock()
  await eventually(() => seen.length === 4)
  expect(seen).toEqual([1, 2, 3, 4])
})
