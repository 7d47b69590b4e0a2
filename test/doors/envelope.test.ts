import { describe, expect, test } from 'vitest'
import {
  answer,
  answered,
  call,
  chainId,
  failure,
  open,
  post,
  read,
} from './post.js'

describe('id', () => {
  test.each([
    '1',
    '0',
    '-1',
    '1.5',
    '9007199254740991',
    '-9007199254740991',
    'null',
    '""',
    '"1"',
    '"a \\"b\\" \\\\ \\u2028 ä 😀"',
    '"</script><script>alert(1)</script>"',
    `"${'x'.repeat(10_000)}"`,
  ])('default: %s is sent back as it came', async (id) => {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`
    const response = await read(post(open(), text))
    expect(JSON.parse(response.text).id).toBe(JSON.parse(id))
    expect(response.status).toBe(200)
    if (!id.startsWith('"')) expect(response.text).toContain(`"id":${id},`)
    const wrong = `{"jsonrpc":"2.0","id":${id},"method":5}`
    const refused = JSON.parse((await read(post(open(), wrong))).text)
    expect([refused.id, refused.error.code]).toEqual([JSON.parse(id), -32600])
  })

  test.each(['true', '[]', '[1]', '{}', '{"id":1}'])(
    'error: %s',
    async (id) => {
      const node = open()
      const text = `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`
      expect(await answer(post(node, text))).toEqual([
        400,
        failure(
          -32600,
          expect.stringMatching(
            /^Invalid request: "id" is .+, expected a string, a number or null$/,
          ),
        ),
      ])
      expect(node.answeredRequests).toEqual([])
    },
  )

  test.each([
    '9007199254740993',
    '-9007199254740992',
    '12345678901234567890',
    '1e400',
    '1e21',
  ])('error: %s, which would come back as another', async (id) => {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`
    expect(await answer(post(open(), text))).toEqual([
      400,
      failure(
        -32600,
        'Invalid request: "id" is a number beyond 2^53, which cannot be sent back exactly: make it smaller, or a string',
      ),
    ])
  })
})

describe('envelope', () => {
  test.each([
    ['null', 'null'],
    ['5', '5'],
    ['"eth_chainId"', '"eth_chainId"'],
    ['true', 'true'],
  ])('error: %s is no request', async (text, shown) => {
    expect(await answer(post(open(), text))).toEqual([
      400,
      failure(
        -32600,
        `Invalid request: given ${shown}, expected { method, params? }`,
      ),
    ])
  })

  test.each([
    [{ ...chainId, jsonrpc: '1.0' }, '"jsonrpc" is "1.0", expected "2.0"'],
    [{ ...chainId, jsonrpc: 2 }, '"jsonrpc" is 2, expected "2.0"'],
    [{ id: 1, method: 'eth_chainId' }, '"jsonrpc" is nothing, expected "2.0"'],
    [
      { jsonrpc: '2.0', id: 1 },
      '"method" is nothing, expected the method\'s name',
    ],
    [{ ...chainId, method: 5 }, '"method" is 5, expected the method\'s name'],
  ])('error: %j', async (request, reason) => {
    expect(await answer(post(open(), request))).toEqual([
      400,
      failure(-32600, `Invalid request: ${reason}`, 1),
    ])
  })

  test('behavior: what a request does wrong is HTTP 200', async () => {
    const node = open()
    const asked = [
      [call('eth_foo'), -32601],
      [call('eth_getBalance', ['0x']), -32602],
      [{ ...chainId, params: {} }, -32602],
      [call('eth_getBalance', [`0x${'0'.repeat(40)}`, '0xff']), -32001],
    ] as const
    for (const [request, code] of asked)
      expect
        .soft(await answer(post(node, request)))
        .toMatchObject([200, { id: 1, error: { code } }])
  })

  test('behavior: the data of an error is sent', async () => {
    const node = open()
    node.handle('eth_call', () => {
      throw Object.assign(new Error('reverted'), { code: 3, data: '0x08' })
    })
    expect(await answer(post(node, call('eth_call', [], 'x')))).toEqual([
      200,
      {
        jsonrpc: '2.0',
        id: 'x',
        error: { code: 3, message: 'reverted', data: '0x08' },
      },
    ])
  })

  test('behavior: an invalid request to a handler or by a fault is HTTP 200', async () => {
    const node = open({
      faults: [
        {
          type: 'rpc',
          code: -32600,
          message: 'no',
          methods: ['eth_blockNumber'],
        },
      ],
    })
    node.handle('eth_call', () => {
      throw Object.assign(new Error('no'), { code: -32600 })
    })
    for (const method of ['eth_call', 'eth_blockNumber'])
      expect
        .soft(await answer(post(node, call(method))))
        .toEqual([200, failure(-32600, 'no', 1)])
  })
})

describe('notification', () => {
  const { id: _, ...notification } = chainId

  test('default: it runs and is not answered', async () => {
    const node = open()
    const ran: unknown[] = []
    node.handle('test_run', (params) => void ran.push(params))
    const response = await read(
      post(node, { jsonrpc: '2.0', method: 'test_run', params: [5] }),
    )
    expect(response).toMatchObject({ status: 204, text: '' })
    expect(response.headers).not.toHaveProperty('content-type')
    expect(ran).toEqual([[5]])
    expect(node.answeredRequests).toMatchObject([{ method: 'test_run' }])
  })

  test('behavior: nor are its errors', async () => {
    const node = open()
    for (const request of [
      { ...notification, method: 'eth_foo' },
      { ...notification, params: 'none' },
    ])
      expect.soft(await answer(post(node, request))).toEqual([204, undefined])
  })

  test('behavior: an id of null is no notification', async () => {
    expect(await answer(post(open(), { ...chainId, id: null }))).toEqual([
      200,
      { ...answered, id: null },
    ])
  })

  test('error: what is no request is answered', async () => {
    const requests = [{}, { ...notification, jsonrpc: '1' }, { jsonrpc: '2.0' }]
    for (const request of requests)
      expect
        .soft(await answer(post(open(), request)))
        .toEqual([400, failure(-32600, expect.any(String))])
  })

  test('behavior: faults are its fate as well', async () => {
    const node = open({
      faults: [
        { type: 'http', status: 503, times: 1 },
        { type: 'network', times: 1 },
      ],
    })
    expect(await answer(post(node, notification))).toMatchObject([
      503,
      { id: null, error: { code: -32011 } },
    ])
    await expect(post(node, notification)).rejects.toThrow('fetch failed')
    expect(await answer(post(node, notification))).toEqual([204, undefined])
  })
})
