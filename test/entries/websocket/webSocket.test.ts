import { createMockNode } from 'preseal'
import { createWebSocket, type MockWebSocket } from 'preseal/websocket'
import { afterEach, describe, expect, test } from 'vitest'

const node = createMockNode()
const Socket = createWebSocket(node)
const url = 'ws://node.test/'

const turn = () => new Promise((next) => setImmediate(next))

async function turns() {
  for (let count = 0; count < 5; count++) await turn()
}

afterEach(() => node.disconnectSockets())

/** All that a socket fires, in words. */
function watch(socket: MockWebSocket) {
  const fired: string[] = []
  for (const type of ['open', 'message', 'error', 'close'])
    socket.addEventListener(type, (event: CloseEvent & MessageEvent) =>
      fired.push(
        type === 'close'
          ? `close ${event.code} ${event.wasClean} ${event.reason}`.trim()
          : type === 'message'
            ? `message ${event.data}`
            : type,
      ),
    )
  return fired
}

async function open(at = url) {
  const socket = new Socket(at)
  const fired = watch(socket)
  await turns()
  fired.length = 0
  return { socket, fired }
}

const nameOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as DOMException).name
  }
  return undefined
}

const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
const answer = 'message {"jsonrpc":"2.0","id":1,"result":"0x7a69"}'

describe('createWebSocket', () => {
  test('default: opens, answers and closes, each in a later turn', async () => {
    const socket = new Socket(url)
    const fired = watch(socket)
    await Promise.resolve()
    expect([socket.readyState, fired]).toEqual([Socket.CONNECTING, []])
    await turn()
    expect([socket.readyState, fired]).toEqual([Socket.OPEN, ['open']])
    socket.send(request)
    expect(fired).toEqual(['open'])
    await turn()
    socket.close(3_001, 'bye')
    expect(socket.readyState).toBe(socket.CLOSING)
    await turn()
    expect(fired).toEqual(['open', answer, 'close 3001 true bye'])
    expect([socket.readyState, socket.url, socket.protocol]).toEqual([
      3,
      url,
      '',
    ])
  })

  test('behavior: several nodes by URL; at others nothing listens', async () => {
    const other = createMockNode({ chainId: 10 })
    const Several = createWebSocket({
      'ws://one.test': node,
      'wss://two.test/v2': other,
    })
    const ask = async (at: string) => {
      const socket = new Several(at)
      const fired = watch(socket)
      socket.addEventListener('open', () => socket.send(request))
      await turns()
      return fired
    }
    expect(await ask('http://one.test')).toEqual(['open', answer])
    expect(await ask('wss://two.test/v2')).toEqual([
      'open',
      answer.replace('0x7a69', '0xa'),
    ])
    expect(await ask('wss://two.test/v3')).toEqual([
      'error',
      'close 1006 false',
    ])
    other.dispose()
    expect(await ask('wss://two.test/v2')).toEqual([
      'error',
      'close 1006 false',
    ])
  })

  test('behavior: without nodes, each is at its own URL until it is disposed', async () => {
    const Any = createWebSocket()
    const other = createMockNode({ chainId: 10 })
    expect(other.wsUrl).not.toBe(node.wsUrl)
    const at = other.wsUrl
    expect(other.wsUrl).toBe(at)
    const socket = new Any(at)
    const fired = watch(socket)
    await turns()
    other.dispose()
    await turns()
    expect(fired).toEqual(['open', 'error', 'close 1006 false'])
    expect(() => other.wsUrl).toThrow('disposed')
  })

  test.each([
    [undefined, null],
    [{}, 'an object without a node'],
    [{ 'ws://a.test': {} }, 'no node at "ws://a.test"'],
    [{ 'a.test': node }, '"a.test", which is no URL of a WebSocket'],
    ['ws://a.test', 'was given "ws://a.test"'],
    [[node], 'was given an array of 1'],
  ])('error: %j', (given, message) => {
    if (message === null)
      return void expect(createWebSocket()).toBeTypeOf('function')
    expect(() => createWebSocket(given as object)).toThrow(message)
  })
})

describe('a socket, by the rules of WHATWG', () => {
  test.each([
    ['nowhere', 'SyntaxError'],
    ['ftp://node.test', 'SyntaxError'],
    ['ws://node.test/#part', 'SyntaxError'],
    ['ws://node.test/#', 'SyntaxError'],
    ['wss://node.test:1/x?y', undefined],
    [new URL('https://node.test'), undefined],
  ])('error: a URL, %s', (at, name) => {
    expect(nameOf(() => new Socket(at))).toBe(name)
  })

  test('error: subprotocols', async () => {
    expect(nameOf(() => new Socket(url, ['a', 'A']))).toBe('SyntaxError')
    expect(nameOf(() => new Socket(url, 'a b'))).toBe('SyntaxError')
    const socket = new Socket(url, ['rpc', 'other'])
    await turns()
    expect(socket.protocol).toBe('rpc')
  })

  test('error: called without new', () => {
    expect(() => (Socket as unknown as () => void)()).toThrow(TypeError)
  })

  test('error: to send while it connects; not once it closes', async () => {
    const socket = new Socket(url)
    expect(nameOf(() => socket.send(request))).toBe('InvalidStateError')
    await turns()
    socket.close()
    socket.send('é')
    await turns()
    socket.send('abc')
    expect(socket.bufferedAmount).toBe(5)
  })

  test.each([
    [1_001, undefined, 'InvalidAccessError'],
    [1_005, undefined, 'InvalidAccessError'],
    [2_999, undefined, 'InvalidAccessError'],
    [5_000, undefined, 'InvalidAccessError'],
    [1_000, 'é'.repeat(62), 'SyntaxError'],
    [3_000, '😀'.repeat(31), 'SyntaxError'],
    [1_000, 'x'.repeat(123), undefined],
    [4_999, undefined, undefined],
  ])('error: to close with %s', async (code, reason, name) => {
    const { socket, fired } = await open()
    expect(nameOf(() => socket.close(code, reason))).toBe(name)
    await turns()
    expect(fired.length).toBe(name === undefined ? 1 : 0)
  })

  test('behavior: closing twice, and closing without a code', async () => {
    const { socket, fired } = await open()
    socket.close()
    socket.close(3_000, 'again')
    await turns()
    socket.close()
    await turns()
    expect(fired).toEqual(['close 1005 true'])
  })

  test('behavior: closing while it connects is a failure', async () => {
    const socket = new Socket(url)
    const fired = watch(socket)
    socket.close()
    expect(socket.readyState).toBe(socket.CLOSING)
    await turns()
    expect(fired).toEqual(['error', 'close 1006 false'])
  })

  test('behavior: nothing is heard between closing and closed', async () => {
    const { socket, fired } = await open()
    socket.send(request)
    socket.close()
    await turns()
    expect(fired).toEqual(['close 1005 true'])
  })

  test('behavior: what the node said before it went is heard', async () => {
    const { socket, fired } = await open()
    socket.send(request)
    node.disconnectSockets({ code: 1_001 })
    await turns()
    expect(fired).toEqual([answer, 'close 1001 true'])
  })

  test('behavior: microtasks of one listener run before the next event', async () => {
    const { socket } = await open()
    const order: string[] = []
    socket.addEventListener('error', async () => {
      for (let at = 0; at < 20; at++) await undefined
      order.push('after the error')
    })
    socket.onclose = () => order.push('close')
    node.disconnectSockets()
    await turns()
    expect(order).toEqual(['after the error', 'close'])
  })

  test('behavior: bytes are read as text, in their order', async () => {
    const { socket, fired } = await open()
    const bytes = new TextEncoder().encode(request)
    socket.send(new Blob([bytes]))
    socket.send(bytes)
    socket.send(bytes.buffer)
    socket.send('{')
    while (fired.length < 4) await turn()
    expect(fired.slice(0, 3)).toEqual([answer, answer, answer])
    expect(fired[3]).toContain('-32700')
  })

  test('behavior: what is no JSON-RPC is answered as on a served socket', async () => {
    const { socket, fired } = await open()
    for (const text of ['', 'hello', '[]', '7', '{"id":3}']) socket.send(text)
    await turns()
    expect(fired.map((text) => JSON.parse(text.slice(8)).error.code)).toEqual([
      -32700, -32700, -32600, -32600, -32600,
    ])
    expect(socket.readyState).toBe(socket.OPEN)
  })

  test('behavior: a message too long, and a reader too far behind', async () => {
    const long = await open()
    long.socket.send('x'.repeat(6 * 2 ** 20))
    await turns()
    expect(long.fired).toEqual(['close 1009 true'])
    const slow = await open()
    const stop = node.handle('test_much', () => 'x'.repeat(2 ** 22))
    const asked = request.replace('eth_chainId', 'test_much')
    for (let count = 0; count < 6; count++) slow.socket.send(asked)
    await turns()
    stop()
    expect(slow.fired).toEqual(['close 1013 true too far behind'])
  })

  test('behavior: handlers, their order, and what is no function', async () => {
    const { socket } = await open()
    const order: string[] = []
    expect([socket.onmessage, socket.binaryType]).toEqual([null, 'blob'])
    socket.onmessage = () => order.push('first')
    socket.addEventListener('message', () => order.push('second'))
    socket.onmessage = () => order.push('first, replaced')
    socket.binaryType = 'arraybuffer'
    socket.binaryType = 'text' as 'blob'
    socket.send(request)
    await turns()
    socket.onmessage = 'no function' as never
    expect([socket.onmessage, socket.binaryType]).toEqual([null, 'arraybuffer'])
    socket.send(request)
    await turns()
    expect(order).toEqual(['first, replaced', 'second', 'second'])
  })

  test('behavior: it is a target of events, with the constants of the platform', () => {
    const socket = new Socket(url)
    expect(socket).toBeInstanceOf(EventTarget)
    expect(String(socket)).toBe('[object WebSocket]')
    expect([
      Socket.CONNECTING,
      Socket.OPEN,
      Socket.CLOSING,
      Socket.CLOSED,
    ]).toEqual([socket.CONNECTING, socket.OPEN, socket.CLOSING, socket.CLOSED])
    const assignable: typeof WebSocket = Socket
    expect(assignable).toBe(Socket)
  })
})

describe('an end and a head of one instant', () => {
  const subscribe = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_subscribe',
    params: ['newHeads'],
  })

  async function endAt(at: number | undefined) {
    const step = { type: 'disconnectSockets', code: 1012 } as const
    const own = createMockNode({
      steps: at === undefined ? [] : [{ at, ...step }],
    })
    const socket = new (createWebSocket(own))(url)
    const fired = watch(socket)
    await turns()
    socket.send(subscribe)
    await turns()
    fired.length = 0
    own.advance(2_000)
    if (at === undefined) own.disconnectSockets({ code: 1012 })
    else own.advance(1)
    await turns()
    own.dispose()
    return fired.map((text) => text.replace(/ \{.*/, ''))
  }

  test.each([
    ['a step that acts with the seal', 2_000, []],
    ['a step 1 ms later', 2_001, ['message']],
    ['the verb', undefined, ['message']],
  ])('behavior: who comes first: %s', async (_, at, before) => {
    expect(await endAt(at)).toEqual([...before, 'close 1012 true'])
  })
})
