import { describe, expect, test } from 'vitest'
import { eventually, open } from './open.js'
import { call, openSocket, post } from './rawSocket.js'

const chainId = call('eth_chainId')
const last = { Connection: 'close' }

/** All that comes back until the connection ends. */
async function say(url: string, ...parts: (string | Buffer)[]) {
  const connection = await openSocket(url)
  connection.say(...parts)
  return connection.end()
}

const statusOf = (heard: string) => Number(heard.split(' ')[1])

describe('protocol', () => {
  test('default: a request, byte by byte', async () => {
    const { url } = await open()
    const heard = await say(url, post(chainId, last))
    expect(heard).toMatchInlineSnapshot(`
      "HTTP/1.1 200 OK
      access-control-allow-origin: *
      x-content-type-options: nosniff
      content-type: application/json
      content-length: 42
      Connection: close

      {"jsonrpc":"2.0","id":1,"result":"0x7a69"}"
    `)
    const connection = await openSocket(url)
    connection.socket.setNoDelay(true)
    for (const byte of post(chainId, last)) {
      connection.say(byte)
      await new Promise((next) => setImmediate(next))
    }
    expect(await connection.end()).toBe(heard)
  })

  test('behavior: a chunked body, cut within a character', async () => {
    const { node, url } = await open()
    node.handle('test_echo', ([text]) => text)
    const body = Buffer.from(call('test_echo', ['grün']))
    const cut = body.indexOf(0xbc)
    const chunks = [body.subarray(0, cut), body.subarray(cut)]
    const parts = chunks.flatMap((chunk) => [
      `${chunk.length.toString(16)};of=mine\r\n`,
      chunk,
      '\r\n',
    ])
    const head = post('', {
      'Transfer-Encoding': 'chunked',
      ...last,
    }).replace(/Content-Length.*\r\n/, '')
    const heard = await say(url, head, ...parts, '0\r\n\r\n')
    expect(Buffer.from(heard, 'latin1').toString()).toContain('"result":"grün"')
  })

  test('behavior: pipelined requests are answered in their order', async () => {
    const { node, url } = await open()
    let answer = (_: string) => {}
    node.handle(
      'test_slow',
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const connection = await openSocket(url)
    let asked = 0
    node.on('answered', () => {
      asked++
    })
    connection.say(
      post(call('test_slow', [], 1)),
      ...Array.from({ length: 30 }, (_, index) =>
        post(call('eth_chainId', [], index + 2)),
      ),
      post(call('eth_chainId', [], 32), last),
    )
    await eventually(() => asked === 31)
    answer('0x1')
    const heard = await connection.end()
    expect(
      [...heard.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)),
    ).toEqual(Array.from({ length: 32 }, (_, index) => index + 1))
  })

  test('behavior: what is left of a refused body does not stand in the way', async () => {
    const { url } = await open()
    const connection = await openSocket(url)
    const long = 'x'.repeat(200_000)
    connection.say(
      post(long, { 'Content-Type': 'text/plain' }),
      post(long, {}, '/elsewhere'),
      post(chainId, last),
    )
    const heard = await connection.end()
    expect(
      [...heard.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
    ).toEqual(['415', '404', '200'])
  })

  test('behavior: Expect: 100-continue', async () => {
    const { url } = await open()
    const connection = await openSocket(url)
    const [head, body] = post(chainId, {
      Expect: '100-continue',
      ...last,
    }).split(/(?<=\r\n\r\n)/)
    connection.say(`${head}`)
    await connection.hear('HTTP/1.1 100 Continue')
    connection.say(`${body}`)
    expect(await connection.end()).toContain('"result":"0x7a69"')
  })

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['TLS', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), 400],
    ['another version', 'POST / HTTP/4.2\r\nHost: a\r\n\r\n', 400],
    ['an unknown method', 'GRAB / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no Host', 'POST / HTTP/1.1\r\n\r\n', 400],
    ['a header without a name', 'POST / HTTP/1.1\r\n: a\r\n\r\n', 400],
    ['a header with a line feed', 'POST / HTTP/1.1\r\nA: b\nc\r\n\r\n', 400],
    ['two lengths', post('', { 'content-length': '7' }), 400],
    ['a negative length', post('', { 'Content-Length': '-1' }), 400],
    ['a length and chunks', post('', { 'Transfer-Encoding': 'chunked' }), 400],
    [
      'a chunk without length',
      `${post('', { 'Transfer-Encoding': 'chunked' }).replace(/Content-Length.*\r\n/, '')}zz\r\n`,
      400,
    ],
    ['too long a header', post('', { A: 'x'.repeat(20_000) }), 431],
    ['another expectation', post('', { Expect: 'more', ...last }), 417],
    ['a target that is no URL', post(chainId, last, 'http://['), 400],
    ['a target elsewhere', post(chainId, last, 'http://a.test/b'), 404],
    ['an absolute target', post(chainId, last, 'http://a.test/'), 200],
    ['a target with two slashes', post(chainId, last, '//a.test/'), 404],
    ['a query', post(chainId, last, '/?key=1'), 200],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    [
      'OPTIONS *',
      'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      204,
    ],
    [
      'an upgrade',
      post(chainId, { Upgrade: 'websocket', Connection: 'close, upgrade' }),
      405,
    ],
    [
      'a header named __proto__',
      post(chainId, { ...last, ['__proto__']: 'x' }),
      200,
    ],
    ['HTTP/1.0', post(chainId, last).replace('HTTP/1.1', 'HTTP/1.0'), 200],
    [
      'a body that is no UTF-8',
      Buffer.from(`${post('', { 'Content-Length': '1' })}\xe4`, 'latin1'),
      400,
    ],
  ])('behavior: %s', async (_, request, status) => {
    const { node, url } = await open()
    const connection = await openSocket(url)
    connection.say(request)
    // Where the request is refused for its form, it is the last one.
    expect(statusOf(await connection.hear('\r\n\r\n'))).toBe(status)
    expect(await say(url, post(chainId, last))).toContain('0x7a69')
    expect(node.answeredRequests.length).toBeLessThanOrEqual(2)
  })

  test('behavior: CONNECT is hung up on', async () => {
    const { url } = await open()
    const request = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'
    expect(await say(url, request)).toBe('')
    expect(await say(url, post(chainId, last))).toContain('0x7a69')
  })

  test('behavior: clients that leave half-way leave nothing behind', async () => {
    const { node, url } = await open()
    const whole = post('x'.repeat(100_000))
    for (const length of [1, 20, 150, 70_000, 99_000]) {
      const { say, socket } = await openSocket(url)
      say(whole.slice(0, length))
      await new Promise<void>((sent) => socket.end(sent))
      socket.destroy()
    }
    const { say: ask, socket } = await openSocket(url)
    ask(post(chainId))
    socket.resetAndDestroy()
    expect(await say(url, post(chainId, last))).toContain('0x7a69')
    expect(node.answeredRequests.length).toBeLessThanOrEqual(2)
  })
})
