import { createMockNode, isPresealError } from 'preseal'
import { type ServeOptions, serve } from 'preseal/server'
import { describe, expect, test } from 'vitest'
import { eventually, open } from './open.js'
import { call } from './rawSocket.js'

const json = { 'content-type': 'application/json' }

const ask = (url: string, method = 'eth_chainId', init: RequestInit = {}) =>
  fetch(url, { method: 'POST', headers: json, body: call(method), ...init })

async function refusal(options: unknown, node = createMockNode()) {
  const error = await serve(node, options as ServeOptions).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!isPresealError(error)) throw new Error(`${error} is none of preseal`)
  return `${error.name}: ${error.message}`
}

const framing = [
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]

/** What of a response the handler decides, and not the server. */
async function read(response: Response) {
  const headers: { [name: string]: string } = {}
  response.headers.forEach((value, name) => {
    headers[name] = value
  })
  for (const name of framing) delete headers[name]
  return { status: response.status, headers, text: await response.text() }
}

describe('serve', () => {
  test.each<[string, RequestInit]>([
    ['GET', { method: 'GET' }],
    ['HEAD', { method: 'HEAD' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    [
      'a preflight',
      { method: 'OPTIONS', headers: { origin: 'http://a.test' } },
    ],
    ['PUT', { method: 'PUT', body: 'text' }],
    [
      'text',
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'text',
      },
    ],
    ['no body', { method: 'POST', headers: json }],
    ['half a body', { method: 'POST', headers: json, body: '{' }],
    ['latin1', { method: 'POST', headers: json, body: new Uint8Array([255]) }],
    [
      'a notification',
      {
        method: 'POST',
        headers: json,
        body: '{"jsonrpc":"2.0","method":"eth_chainId"}',
      },
    ],
    [
      'a batch',
      { method: 'POST', headers: json, body: `[${call('eth_chainId')},1]` },
    ],
  ])('behavior: %s is answered as by node.fetch', async (_, init) => {
    const { node, url } = await open()
    const [served, direct] = [
      await fetch(url, init),
      await node.fetch(url, init),
    ]
    expect(await read(served)).toEqual(await read(direct))
  })

  test('behavior: an HTTP fault arrives as it was scripted', async () => {
    const { url } = await open({
      faults: [
        {
          type: 'http',
          status: 429,
          body: 'übereilt',
          // The length is that of the body all the same.
          headers: { 'Retry-After': '7', 'Content-Length': '1' },
        },
      ],
    })
    const response = await ask(url)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.text()).toBe('übereilt')
  })

  test('behavior: under a network fault the connection breaks', async () => {
    const { node, url } = await open({
      faults: [{ type: 'network', times: 1 }],
    })
    await expect(ask(url)).rejects.toThrow('fetch failed')
    expect((await ask(url)).status).toBe(200)
    node.dispose()
    await expect(ask(url)).rejects.toThrow('fetch failed')
  })

  test('behavior: a client that leaves is waited for no longer', async () => {
    const { node, url } = await open()
    const isAsked = new Promise<void>((resolve) => {
      node.handle('test_never', () => {
        resolve()
        return new Promise(() => {})
      })
    })
    const leaving = new AbortController()
    const { signal } = leaving
    const asked = ask(url, 'test_never', { signal }).catch(() => 'left')
    await isAsked
    expect(node.answeredRequests).toEqual([])
    leaving.abort()
    expect(await asked).toBe('left')
    await eventually(() => node.answeredRequests.length === 1)
  })

  test('behavior: a long body is read as it comes, up to the limit of the node', async () => {
    const { node, url } = await open()
    node.handle('test_length', ([text]) => `${text}`.length)
    const send = (length: number) =>
      ask(url, '', { body: call('test_length', ['x'.repeat(length)]) })
    for (const length of [65_000, 65_536, 1_000_000, 5_000_000])
      expect(await (await send(length)).json()).toMatchObject({
        result: length,
      })
    const refused = await send(6_000_000)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ error: { code: -32021 } })
    expect(await (await send(10)).json()).toMatchObject({ result: 10 })
  })

  test.each([
    ['::1', /^http:\/\/\[::1\]:\d+$/],
    ['localhost', /^http:\/\/localhost:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['::', /^http:\/\/\[::1\]:\d+$/],
  ])('options: hostname %s', async (hostname, expected) => {
    const { url } = await open({}, { hostname })
    expect(url).toMatch(expected)
    expect((await ask(url)).status).toBe(200)
  })

  test.each([
    [{ port: -1 }, '"port" is -1, expected a whole number from 0 to'],
    [{ port: '8545' }, '"port" is "8545", expected'],
    [{ hostname: '' }, '"hostname" is "", expected a name or an'],
    [{ control: 'yes' }, '"control" is "yes", expected true or false.'],
  ])('error: %j', async (options, message) => {
    const said = await refusal(options)
    expect(said).toContain('InvalidParametersError: serve: ')
    expect(said).toContain(message)
  })

  test('error: what is no node, or has no control', async () => {
    for (const node of [null, {}, 'text', { fetch: 1 }])
      expect
        .soft(await refusal({ port: -1 }, node as never))
        .toMatch(
          /^InvalidParametersError: serve: "node" is .*, expected what createMockNode returned\. "port" is -1, /,
        )
    expect(await refusal({ control: true }, { fetch } as never)).toContain(
      'without the function "control.fetch"',
    )
  })

  test('error: a disposed node was served, and answered nobody', async () => {
    const node = createMockNode()
    node.dispose()
    for (const control of [true, false])
      expect(await refusal({ control }, node)).toBe(
        'DisposedError: The node was disposed. Create another one with createMockNode.',
      )
  })

  test('error: control where other machines reach it', async () => {
    for (const hostname of ['0.0.0.0', '::', '192.168.0.1', 'example.org'])
      expect
        .soft(await refusal({ hostname, control: true }))
        .toContain('InvalidParametersError: serve: with "control"')
  })

  test('error: a port that is taken', async () => {
    const { url } = await open()
    const port = Number(new URL(url).port)
    expect(await refusal({ port })).toBe(
      `EnvironmentError: Port ${port} of 127.0.0.1 is taken. Stop what listens there, or take another port, or 0 for any free one.`,
    )
  })

  test('error: an address of another machine', async () => {
    expect(await refusal({ hostname: '192.0.2.1' })).toBe(
      'EnvironmentError: Cannot listen on port 0 of 192.0.2.1: EADDRNOTAVAIL. Give an address of this machine as "hostname".',
    )
  })
})
