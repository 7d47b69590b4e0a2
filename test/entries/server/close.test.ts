import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually, open } from './open.js'
import { call, openSocket, post } from './rawSocket.js'

const ask = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call('eth_chainId'),
  })

describe('close', () => {
  test('default: nobody listens any more, and the node stays', async () => {
    const { node, server, url } = await open()
    await server.close()
    await expect(ask(url)).rejects.toThrow('fetch failed')
    expect(await node.provider.request({ method: 'eth_chainId' })).toBe(
      '0x7a69',
    )
  })

  test('behavior: detached, by Symbol.asyncDispose, again and again', async () => {
    const { server, url } = await open()
    const { close } = server
    const { asyncDispose } = Symbol as { asyncDispose?: keyof typeof server }
    expect(asyncDispose && server[asyncDispose]).toBe(asyncDispose && close)
    await Promise.all([close(), close()])
    await close()
    await expect(ask(url)).rejects.toThrow('fetch failed')
  })

  test('behavior: ends connections that are kept alive, say nothing or stop short', async () => {
    const { server, url } = await open()
    const kept = await openSocket(url)
    const silent = await openSocket(url)
    const short = await openSocket(url)
    kept.say(post(call('eth_chainId')))
    await kept.hear('0x7a69')
    short.say('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le')
    await ask(url)
    await server.close()
    await Promise.all([kept.end(), silent.end(), short.end()])
  })

  test('behavior: ends requests that hang, in the node as well', async () => {
    const { node, server, url } = await open()
    let asked = 0
    node.handle('test_never', () => {
      asked++
      return new Promise(() => {})
    })
    const hanging = await openSocket(url)
    const half = await openSocket(url)
    hanging.say(post(call('test_never')), post(call('test_never')))
    half.say(post('x'.repeat(80_000)).slice(0, 70_000))
    await eventually(() => asked === 2)
    await server.close()
    expect(node.answeredRequests.map(({ method }) => method)).toEqual([
      'test_never',
      'test_never',
    ])
    expect(await Promise.all([hanging.end(), half.end()])).toEqual(['', ''])
  })

  test('behavior: however many are pipelined, nobody is warned of a leak', async () => {
    const { node, server, url } = await open()
    const warnings: string[] = []
    const warn = ({ message }: Error) => warnings.push(message)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    let asked = 0
    node.handle('test_never', () => {
      asked++
      return new Promise(() => {})
    })
    const { say } = await openSocket(url)
    say(post(call('test_never')).repeat(20))
    await eventually(() => asked === 20)
    await server.close()
    expect(warnings).toEqual([])
  })

  test('behavior: the port is free at once', async () => {
    const { server, url } = await open()
    await ask(url)
    await server.close()
    const again = await open({}, { port: Number(new URL(url).port) })
    expect((await ask(again.url)).status).toBe(200)
  })
})
