import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  answer,
  answered,
  call,
  chainId,
  failure,
  json,
  open,
  post,
  read,
  url,
} from './post.js'

const body = JSON.stringify(chainId)

describe('request', () => {
  test('default: JSON-RPC 2.0 posted to the root', async () => {
    const response = await post(open(), chainId)
    expect(response).toBeInstanceOf(Response)
    expect(await read(Promise.resolve(response))).toEqual({
      status: 200,
      headers: {
        'access-control-allow-origin': '*',
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
      },
      text: '{"jsonrpc":"2.0","id":1,"result":"0x7a69"}',
    })
  })

  test('behavior: it is a fetch by its type', () => {
    const node = open()
    expectTypeOf(node.fetch).toExtend<typeof globalThis.fetch>()
  })

  test('behavior: a URL, a Request and any init of one', async () => {
    const { fetch } = open()
    const init = { method: 'POST', headers: json, body }
    const bytes = new TextEncoder().encode(body)
    const responses = [
      fetch(url, init),
      fetch(new URL(url), init),
      fetch(new Request(url, init)),
      fetch(new Request(url), init),
      fetch(new Request(url, init), null as never),
      fetch(url, { ...init, method: 'post' }),
      fetch(url, { ...init, headers: Object.entries(json) as [] }),
      fetch(url, { ...init, headers: new Headers(json) }),
      fetch(url, { ...init, body: bytes }),
      fetch(url, { ...init, body: bytes.buffer }),
      fetch(url, { ...init, body: new Blob([body]) }),
      fetch(url, {
        ...init,
        body: new Blob([body]).stream(),
        duplex: 'half',
      } as RequestInit),
    ]
    for (const response of responses)
      expect.soft(await answer(response)).toEqual([200, answered])
  })

  // As provider.request does it.
  test('behavior: of a text the node is asked at the call', async () => {
    const node = open()
    const response = post(node, call('eth_blockNumber'))
    const batch = post(node, [call('eth_blockNumber')])
    expect(node.answeredRequests.length).toBe(2)
    node.nextBlock()
    expect(await answer(response)).toMatchObject([200, { result: '0x0' }])
    expect(await answer(batch)).toMatchObject([200, [{ result: '0x0' }]])
  })

  test('behavior: a Request is read as by fetch, and not twice', async () => {
    const { fetch } = open()
    const request = new Request(url, { method: 'POST', headers: json, body })
    await fetch(request)
    expect(request.bodyUsed).toBe(true)
    await expect(fetch(request)).rejects.toThrow('has been used already')
    await expect(fetch(request, {})).rejects.toThrow(TypeError)
  })

  test.each(['', '/', '?', '/?key=1', '#there', '/?a#b', ':8545', ':8545/'])(
    'behavior: http://node.test%s is the root',
    async (rest) => {
      const response = open().fetch(`${url}${rest}`, {
        method: 'POST',
        headers: json,
        body,
      })
      expect(await answer(response)).toEqual([200, answered])
    },
  )

  test('error: another path', async () => {
    const { fetch } = open()
    for (const method of ['POST', 'GET', 'PUT'])
      expect
        .soft(await answer(fetch(`${url}/v1/key?a=b`, { method })))
        .toEqual([
          404,
          failure(
            -32600,
            'Invalid request: the path is "/v1/key", expected "/": leave it out of the URL',
          ),
        ])
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'QUERY'])(
    'error: %s',
    async (method) => {
      const { status, headers, text } = await read(
        open().fetch(url, { method }),
      )
      expect(status).toBe(405)
      expect(headers).toMatchObject({
        allow: 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'content-type': 'application/json',
      })
      expect(JSON.parse(text)).toEqual(
        failure(
          -32600,
          `Invalid request: the method is "${method}", expected POST`,
        ),
      )
    },
  )

  test('behavior: HEAD is GET without a body', async () => {
    const { fetch } = open()
    for (const path of ['', '/elsewhere']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => read(fetch(url + path, { method }))),
      )
      expect.soft(head).toEqual({ ...get, text: '' })
    }
  })

  test.each([
    'application/json',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; version=1; charset=utf8',
    'Application/JSON ; a=b',
  ])('behavior: the content type %s', async (type) => {
    const headers = { 'content-type': type }
    expect(await answer(post(open(), chainId, { headers }))).toEqual([
      200,
      answered,
    ])
  })

  test.each([
    'text/plain',
    'text/html',
    'application/jsonp',
    'application/json5',
    'application/json-rpc',
    'text/application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/json, text/plain',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16"',
    'application/json; charset=utf-88',
    'application/json; charset=utf-8; charset=ascii',
  ])('error: the content type %s', async (type) => {
    const headers = { 'content-type': type }
    expect(await answer(post(open(), chainId, { headers }))).toEqual([
      415,
      failure(
        -32600,
        `Invalid request: the content type is ${JSON.stringify(type)}, expected application/json in UTF-8`,
      ),
    ])
  })

  test('error: no content type, which fetch sends as plain text', async () => {
    const node = open()
    const body = JSON.stringify(chainId)
    const asked = new Request(url, { method: 'POST', body })
    const type = asked.headers.get('content-type') ?? ''
    const expected = [
      415,
      failure(-32600, expect.stringContaining(`content type is "${type}"`)),
    ]
    expect(await answer(post(node, chainId, { headers: {} }))).toEqual(expected)
    expect(await answer(node.fetch(asked))).toEqual(expected)
    const bytes = { method: 'POST', body: new Uint8Array(2) }
    expect(await answer(node.fetch(url, bytes))).toEqual([
      415,
      failure(-32600, expect.stringContaining('content type is missing')),
    ])
    expect(node.answeredRequests).toEqual([])
  })

  test('error: what fetch itself rejects', async () => {
    const { fetch } = open()
    const init = { method: 'POST', headers: json, body }
    const calls = [
      () => fetch('no url', init),
      () => fetch('http://', init),
      () => fetch(url, { ...init, headers: { 'bad name': '' } }),
      () => fetch(url, { ...init, headers: { name: 'a\nb' } }),
      () => fetch(url, { ...init, method: 'GET' }),
      () => fetch(url, { ...init, method: 'no method' }),
      () => fetch('http://user:secret@node.test', init),
      () => (fetch as (...args: unknown[]) => Promise<Response>)(),
    ]
    for (const call of calls)
      await expect.soft(call()).rejects.toThrow(TypeError)
  })
})

describe('CORS', () => {
  const preflight = (headers: Record<string, string> = {}, path = '') =>
    read(open().fetch(url + path, { method: 'OPTIONS', headers }))

  test('default: a preflight is let through', async () => {
    expect(
      await preflight({
        Origin: 'http://page.test',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,x-key',
      }),
    ).toEqual({
      status: 204,
      headers: {
        'access-control-allow-headers': 'authorization,content-type,x-key',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After',
        'access-control-max-age': '86400',
        allow: 'POST, OPTIONS',
        vary: 'Access-Control-Request-Headers',
        'x-content-type-options': 'nosniff',
      },
      text: '',
    })
  })

  test('behavior: a page may reach a private network', async () => {
    const name = 'access-control-allow-private-network'
    const asking = { 'Access-Control-Request-Private-Network': 'true' }
    expect((await preflight(asking)).headers[name]).toBe('true')
    expect(name in (await preflight()).headers).toBe(false)
  })

  test('behavior: so that the page can read it, another path is let through', async () => {
    expect((await preflight({}, '/elsewhere')).status).toBe(204)
  })

  test('behavior: a preflight is no request of the history', async () => {
    const node = open({ endpoint: { rate: { requests: 1, per: 1_000 } } })
    await node.fetch(url, { method: 'OPTIONS' })
    expect(node.answeredRequests).toEqual([])
    expect(await answer(post(node, chainId))).toEqual([200, answered])
  })
})

describe('body', () => {
  const bytes = (...given: (string | number)[]) =>
    new Uint8Array(
      given.flatMap((part) =>
        typeof part === 'number' ? part : [...new TextEncoder().encode(part)],
      ),
    )

  test.each([
    '',
    ' ',
    '{',
    '[',
    '{"jsonrpc":"2.0","id":1,"method":"eth_chainId",}',
    "{'jsonrpc':'2.0'}",
    'undefined',
    'NaN',
    `${body}${body}`,
    'x'.repeat(1_000),
    '"\u0000"',
    '['.repeat(100_000),
  ])('error: a text that is not JSON: %j', async (text) => {
    const parsing = [400, failure(-32700, 'Parse error: the body is not JSON')]
    expect(await answer(post(open(), text))).toEqual(parsing)
    const init = { body: bytes(text) }
    expect(await answer(post(open(), text, init))).toEqual(parsing)
  })

  test('error: a body that is no UTF-8', async () => {
    const wrong = [
      bytes(0xff),
      bytes('{"jsonrpc":"2.0","id":"', 0xc3, 0x28, '"}'),
      bytes(body, 0xe2, 0x82),
      bytes('"', 0xed, 0xa0, 0x80, '"'),
      bytes(0xfe, 0xff, 0x00, 0x7b),
    ]
    for (const body of wrong)
      expect
        .soft(await answer(post(open(), '', { body })))
        .toEqual([400, failure(-32700, 'Parse error: the body is not UTF-8')])
  })

  test('behavior: a character over two chunks', async () => {
    const text = JSON.stringify(call('eth_chainId', [], 'ä€😀'))
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes(text)) controller.enqueue(bytes(byte))
        controller.close()
      },
    })
    const init = { body: stream, duplex: 'half' } as RequestInit
    expect(await answer(post(open(), '', init))).toEqual([
      200,
      { ...answered, id: 'ä€😀' },
    ])
  })

  test('behavior: a byte order mark is passed over', async () => {
    const marked = `\ufeff${body}`
    expect(await answer(post(open(), marked))).toEqual([200, answered])
    expect(await answer(post(open(), '', { body: bytes(marked) }))).toEqual([
      200,
      answered,
    ])
    expect((await answer(post(open(), `\ufeff${marked}`)))[0]).toBe(400)
  })

  test('error: no body', async () => {
    const response = open().fetch(url, { method: 'POST', headers: json })
    expect(await answer(response)).toEqual([
      400,
      failure(-32700, 'Parse error: the body is not JSON'),
    ])
  })

  test('error: a body that breaks off is a failed fetch', async () => {
    const cause = new Error('the disk is gone')
    const stream = new ReadableStream({ pull: () => Promise.reject(cause) })
    const init = { body: stream, duplex: 'half' } as RequestInit
    await expect(post(open(), '', init)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause,
    })
  })

  test('behavior: deep nesting neither crashes nor hangs', async () => {
    const deep = (open: string, close: string) =>
      `${open.repeat(20_000)}1${close.repeat(20_000)}`
    const array = deep('[', ']')
    const object = deep('{"a":', '}')
    const node = open()
    for (const text of [array, object, `[${object}]`])
      expect
        .soft(JSON.stringify(await answer(post(node, text))))
        .toMatch(/"code":-32600/)
    for (const value of [array, object]) {
      const request = (fields: string) =>
        answer(post(node, `{"jsonrpc":"2.0","id":1,${fields}}`))
      expect
        .soft(await request(`"method":"eth_chainId","params":[${value}]`))
        .toMatchObject([200, { error: { code: -32602 } }])
      expect
        .soft(await request(`"method":${value}`))
        .toMatchObject([400, { error: { code: -32600 } }])
      expect
        .soft(await request(`"method":"eth_chainId","id":${value}`))
        .toMatchObject([400, { error: { code: -32600 } }])
      expect
        .soft(await request(`"method":"eth_chainId","more":${value}`))
        .toEqual([200, answered])
    }
    expect(await answer(post(node, chainId))).toEqual([200, answered])
  })

  test('behavior: of equal keys the last counts, as for JSON.parse', async () => {
    const text =
      '{"jsonrpc":"1.0","jsonrpc":"2.0","id":7,"id":1,"method":"no","method":"eth_chainId"}'
    expect(await answer(post(open(), text))).toEqual([200, answered])
  })

  test('behavior: numbers beyond any precision', async () => {
    const params = `[1e999,-1e999,${'9'.repeat(400)},0.${'1'.repeat(400)}]`
    const node = open()
    node.handle('test_count', (given) => given.length)
    const text = `{"jsonrpc":"2.0","id":1,"method":"test_count","params":${params}}`
    expect(await answer(post(node, text))).toEqual([
      200,
      { ...answered, result: 4 },
    ])
  })

  test('error: keys that could reach a prototype', async () => {
    const node = open()
    const texts = [
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","__proto__":{"polluted":1}}',
      '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}}',
      '{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[{"__proto__":{"polluted":1}},"latest"]}',
    ]
    for (const text of texts)
      expect
        .soft(await answer(post(node, text)))
        .toMatchObject([expect.any(Number), { error: {} }])
    expect('polluted' in {}).toBe(false)
  })
})
