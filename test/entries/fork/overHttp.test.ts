import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { formatFork, type RecordForkOptions, recordFork } from 'preseal/fork'
import { describe, expect, test } from 'vitest'
import { count, createLive, createQuickClock } from './live.js'
import { type Message, openProxy } from './openProxy.js'
import { word } from './sample.js'

const secret = 'a1b2c3d4e5f60718'

const recordOf = (
  from: RecordForkOptions['from'],
  options: Partial<RecordForkOptions> = {},
) => recordFork({ from, run: count, clock: createQuickClock(), ...options })

async function failureOf(...args: Parameters<typeof recordOf>) {
  const error = await recordOf(...args).then(
    () => undefined,
    (error: Error) => error,
  )
  // A key in the URL is in no message.
  expect(`${error?.stack}`).not.toContain(secret)
  return { name: error?.name, message: error?.message }
}

/** Does that for the first so many, and then nothing any more. */
const times = <args extends unknown[], result>(
  most: number,
  act: (...args: args) => result,
) => {
  let left = most
  return (...args: args) => (left-- > 0 ? act(...args) : undefined)
}

const answer =
  (status: number, body: string, headers: { [name: string]: string } = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
    return true
  }

const cut = (response: ServerResponse) => {
  response.destroy()
  return true
}

/** A body that ends in its midst. */
const cutShort = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"jsonrpc"')
  setImmediate(() => response.destroy())
  return true
}

/** One of these at every second request. */
const everySecond = () => {
  const acts = [cut, cutShort, answer(429, ''), answer(503, '')]
  let turn = 0
  return (response: ServerResponse) => {
    turn += 1
    return turn % 2 === 0 && (acts[(turn >> 1) % 4] as typeof cut)(response)
  }
}

type Meddling = NonNullable<Parameters<typeof openProxy>[1]>

let known: Promise<string> | undefined
/** What a recording of the node itself holds, which is always the same. */
const ofNode = () =>
  (known ??= recordOf(createLive().provider).then(formatFork))

const isState = ({ method }: Message) =>
  /^eth_get(Code|Balance|StorageAt)/.test(method)

const byHash = ({ params }: Message) =>
  typeof params[1] === 'object' && params[1] !== null

describe('recordFork over HTTP', () => {
  test('error: a port that refuses was asked for half a minute', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    const clock = createQuickClock()
    expect(
      await failureOf(`http://127.0.0.1:${port}`, { clock }),
    ).toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining('could not be reached'),
    })
    // The limit of the request alone, and no pause.
    expect(clock.asked).toHaveLength(1)
  })

  test('default: the record is the one of the node itself', async () => {
    const { url } = await openProxy(createLive())
    const fork = await recordOf(url)
    expect(formatFork(fork)).toBe(await ofNode())
    expect(await count(fork)).toBe(word(43))
  })

  test('behavior: neither URL nor key is in the record', async () => {
    const { host, asked } = await openProxy(createLive())
    const fork = await recordOf(`http://me:${secret}@${host}/v2/${secret}`)
    expect(asked.length).toBeGreaterThan(0)
    expect(formatFork(fork)).not.toContain(secret)
    expect(formatFork(fork)).not.toContain(host)
  })

  test.each<[string, Meddling]>([
    ['a connection that is cut', { http: times(3, cut) }],
    ['a body that is cut short', { http: times(3, cutShort) }],
    ['HTTP 429', { http: times(3, answer(429, 'Too many requests')) }],
    ['HTTP 502 with a page', { http: times(3, answer(502, '<html>Bad')) }],
    ['HTTP 503', { http: times(3, answer(503, '')) }],
    [
      'a refusal within a batch',
      {
        rpc: times(5, (message) =>
          isState(message)
            ? { code: -32005, message: 'daily count' }
            : undefined,
        ),
      },
    ],
    [
      'a batch, where none is taken,',
      {
        http: (response, messages) =>
          messages.length > 1 && answer(400, 'No batches here')(response),
      },
    ],
    ['whatever fails now and then', { http: everySecond() }],
  ])('behavior: %s is asked again', async (_, meddling) => {
    const { url } = await openProxy(createLive(), meddling)
    expect(formatFork(await recordOf(url))).toBe(await ofNode())
  })

  test('behavior: Retry-After is waited for', async () => {
    const clock = createQuickClock()
    const { url } = await openProxy(createLive(), {
      http: times(1, answer(429, '', { 'retry-after': '7' })),
    })
    await recordOf(url, { clock })
    expect(clock.asked).toContain(7_000)
  })

  test('behavior: without EIP-1898 and traces the record is the same', async () => {
    const { url, asked } = await openProxy(createLive(), {
      rpc: (message) => {
        const { method } = message
        if (byHash(message) && method.startsWith('eth_get'))
          return { code: -32602, message: 'invalid argument 1' }
        return /^debug_|AccessList/.test(method)
          ? { code: -32601, message: 'the method does not exist' }
          : undefined
      },
    })
    expect(formatFork(await recordOf(url))).toBe(await ofNode())
    expect(asked.filter(byHash).filter(isState)).toHaveLength(1)
  })

  test('behavior: a later endpoint goes on where the first one ends', async () => {
    const live = createLive()
    let isUp = true
    const first = await openProxy(live, {
      http: (response, messages) => {
        isUp &&= !messages.some(isState)
        return !isUp && cut(response)
      },
    })
    const second = await openProxy(live)
    const fork = await recordOf([first.url, second.url])
    expect(await count(fork)).toBe(word(43))
    expect(second.asked.some(isState)).toBe(true)
  })
})

describe('recordFork over HTTP, what cannot be', () => {
  const limit = { code: -32005, message: 'limit exceeded' }
  const exceeded = 'Your app has exceeded its compute units per second capacity'
  const pruned = (message: string) => ({
    rpc: (asked: Message) =>
      isState(asked) ? { code: -32000, message } : undefined,
  })
  const geth = 'missing trie node 5f2a (path ) state 0x5f2a is not available'
  const erigon = 'old data not available due to pruning'

  test.each<[string, string, Meddling]>([
    ['429 for good', 'HTTP status 429', { http: answer(429, 'Too many') }],
    ['-32005 for good', 'limit exceeded', { rpc: () => limit }],
    [
      'a limit under another code',
      'compute units',
      { rpc: () => ({ code: 429, message: exceeded }) },
    ],
    ['state that geth has pruned', 'give an archive endpoint', pruned(geth)],
    ['state that erigon has pruned', erigon.slice(0, 22), pruned(erigon)],
    [
      'a key that is refused',
      'HTTP status 401',
      { http: answer(401, 'no id') },
    ],
    [
      'a page, not JSON',
      'expected JSON',
      { http: answer(200, '<html>Log in') },
    ],
    ['a gateway that is down', '502', { http: answer(502, '') }],
    ['a connection that is always cut', 'no conn', { http: cut }],
  ])('error: %s', async (_, message, meddling) => {
    const { host } = await openProxy(createLive(), meddling)
    expect(await failureOf(`http://${host}/v2/${secret}`)).toEqual({
      name: 'EndpointError',
      message: expect.stringContaining(message),
    })
  })

  test('error: an endpoint that does not answer', async () => {
    const { host } = await openProxy(createLive(), { http: () => true })
    const url = `http://${host}/v2/${secret}`
    expect(await failureOf(url, { timeout: 5 })).toEqual({
      name: 'EndpointError',
      message: expect.stringContaining('nothing in time'),
    })
  })

  test('error: nobody listens there', async () => {
    const url = `http://127.0.0.1:1/v2/${secret}`
    expect(await failureOf(url)).toMatchObject({
      name: 'EndpointError',
      message: expect.stringContaining('could not be reached'),
    })
  })

  test.each([
    ['by its hash', undefined],
    ['by its number', { code: -32602, message: 'invalid argument 1' }],
  ])('error: a block that was reorged away, asked %s', async (_, refused) => {
    const live = createLive()
    let isReorged = false
    const { url } = await openProxy(live, {
      rpc: (message) => {
        if (message.method === 'eth_getTransactionCount' && !isReorged) {
          isReorged = true
          live.reorg()
        }
        return byHash(message) && isState(message) ? refused : undefined
      },
    })
    expect(await failureOf(url)).toEqual({
      name: 'EndpointError',
      message: expect.stringContaining('was reorged away on the live chain'),
    })
  })
})
