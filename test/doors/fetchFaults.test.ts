import type { Fault } from 'preseal'
import { describe, expect, test, vi } from 'vitest'
import { answer, answered, chainId, failure, open, post, read } from './post.js'

const responseTo = (fault: Fault) =>
  read(post(open({ faults: [fault] }), { ...chainId, id: 'own' }))

const common = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'x-content-type-options': 'nosniff',
}

describe('an HTTP fault', () => {
  test('default: as proxyd sends it, with the id', async () => {
    expect(await responseTo({ type: 'http', status: 403 })).toEqual({
      status: 403,
      headers: { ...common, 'content-type': 'application/json' },
      text: '{"jsonrpc":"2.0","id":"own","error":{"code":-32601,"message":"rpc method is not whitelisted"}}',
    })
  })

  test('behavior: a status that proxyd has no body for has none', async () => {
    for (const status of [400, 401, 405, 418, 500, 502, 599])
      expect
        .soft(await responseTo({ type: 'http', status }))
        .toEqual({ status, headers: common, text: '' })
  })

  test('options: body and headers, as an edge sends them', async () => {
    expect(
      await responseTo({
        type: 'http',
        status: 429,
        body: 'slow down, ä',
        headers: { 'Retry-After': '7', 'X-Edge': 'a, b' },
      }),
    ).toEqual({
      status: 429,
      headers: {
        ...common,
        'content-type': 'text/plain;charset=UTF-8',
        'retry-after': '7',
        'x-edge': 'a, b',
      },
      text: 'slow down, ä',
    })
  })

  test('options: headers without a body', async () => {
    expect(
      await responseTo({
        type: 'http',
        status: 429,
        headers: { 'Retry-After': '1' },
      }),
    ).toMatchObject({
      headers: { 'retry-after': '1', 'content-type': 'application/json' },
      text: expect.stringContaining('over rate limit'),
    })
    expect(
      await responseTo({
        type: 'http',
        status: 502,
        body: '',
        headers: { via: 'edge' },
      }),
    ).toEqual({ status: 502, headers: { ...common, via: 'edge' }, text: '' })
  })

  test('options: headers that overrule those sent otherwise', async () => {
    const headers = {
      'Content-Type': 'text/html',
      'Access-Control-Allow-Origin': 'http://page.test',
    }
    expect(
      await responseTo({ type: 'http', status: 403, body: '<p>', headers }),
    ).toMatchObject({
      headers: {
        'content-type': 'text/html',
        'access-control-allow-origin': 'http://page.test',
      },
      text: '<p>',
    })
  })

  test('options: headers that overrule those of the default body', async () => {
    const headers = { 'Content-Type': 'application/problem+json' }
    expect(
      await responseTo({ type: 'http', status: 429, headers }),
    ).toMatchObject({
      headers: { 'content-type': 'application/problem+json' },
      text: expect.stringContaining('over rate limit'),
    })
  })

  // Whatever the schema of faults lets through.
  test('behavior: no status, name or value makes it throw', async () => {
    const value = Array.from({ length: 256 }, (_, code) =>
      String.fromCharCode(code),
    )
      .join('')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    const headers = { "!#$%&'*+-.^_`|~0aZ": value, empty: '', date: 'never' }
    for (let status = 400; status < 600; status += 9)
      for (const body of [undefined, '', 'text'])
        expect
          .soft(await responseTo({ type: 'http', status, headers, body }))
          .toMatchObject({ status, headers: { empty: '', date: 'never' } })
  })

  test("default: endpoint 'public'", async () => {
    const node = open({ endpoint: 'public' })
    const receipts = { ...chainId, method: 'eth_getBlockReceipts' }
    const refused = failure(-32601, 'rpc method is not whitelisted', 1)
    expect(await answer(post(node, receipts))).toEqual([403, refused])
    expect(await answer(post(node, [receipts, chainId]))).toEqual([
      200,
      [refused, answered],
    ])
  })
})

describe('fetch', () => {
  test.each([[], [null]])('error: no URL at all', async (...given) => {
    const node = open()
    for (const { fetch } of [node, node.control]) {
      // A rejection, as of the platform's own fetch.
      const answered = fetch(...(given as unknown as [string]))
      await expect(answered).rejects.toThrow(
        new TypeError(
          `fetch was given ${given.length === 0 ? 'nothing' : 'null'}, expected a URL or a Request. Write fetch('http://node.test', { method: 'POST', body }).`,
        ),
      )
    }
  })
})

describe('a network fault', () => {
  test('default: a TypeError, as fetch has it', async () => {
    const node = open({ faults: [{ type: 'network', times: 1 }] })
    const error = await post(node, chainId).catch((reason) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({
      message: 'fetch failed',
      cause: { name: 'ProviderRpcError', code: 4900 },
    })
    expect(await answer(post(node, chainId))).toEqual([200, answered])
  })

  test('behavior: after dispose there is no connection', async () => {
    const node = open()
    node.dispose()
    const calls = [
      post(node, chainId),
      post(node, [chainId]),
      post(node, 'no JSON'),
      node.fetch('http://node.test'),
      node.fetch('http://node.test', { method: 'OPTIONS' }),
    ]
    for (const call of calls)
      await expect.soft(call).rejects.toThrow(new TypeError('fetch failed'))
  })

  test('behavior: dispose ends what hangs', async () => {
    const node = open({ faults: [{ type: 'hold' }] })
    const responses = [post(node, chainId), post(node, [chainId])]
    const ends = Promise.allSettled(responses)
    await Promise.resolve()
    node.dispose()
    expect((await ends).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
  })
})

describe('the rate of an endpoint', () => {
  const limited = { endpoint: { rate: { requests: 2, per: 1_000 } } } as const
  const over = failure(-32016, 'over rate limit', 1)

  test('default: HTTP 429 beyond it', async () => {
    const node = open(limited)
    const statuses: number[] = []
    for (const ms of [0, 0, 0, 999, 1]) {
      node.advance(ms)
      statuses.push((await post(node, chainId)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429, 200])
  })

  test('behavior: each request of a batch counts one', async () => {
    const node = open(limited)
    expect(await answer(post(node, [chainId, chainId, chainId]))).toEqual([
      200,
      [answered, answered, over],
    ])
    expect(await answer(post(node, chainId))).toEqual([429, over])
  })

  test('behavior: both doors have one count', async () => {
    const node = open(limited)
    await node.provider.request({ method: 'eth_chainId' })
    await post(node, chainId)
    expect(await answer(post(node, chainId))).toEqual([429, over])
    await expect(
      node.provider.request({ method: 'eth_chainId' }),
    ).rejects.toMatchObject({ code: -32016, status: 429 })
  })

  test('behavior: what is no request does not count', async () => {
    const node = open(limited)
    for (const body of ['', '5', '{}', '[]', '[1,2,3]']) await post(node, body)
    await node.fetch('http://node.test')
    expect(await answer(post(node, [chainId, chainId]))).toEqual([
      200,
      [answered, answered],
    ])
  })
})

describe('under fake timers', () => {
  test('behavior: a delay is on the fake clock, and nothing else', async () => {
    vi.useFakeTimers()
    const node = open({
      clock: 'ambient',
      faults: [{ type: 'delay', ms: 750, times: 1 }],
    })
    let status: number | undefined
    const asked = post(node, chainId).then((response) => {
      status = response.status
    })
    await vi.advanceTimersByTimeAsync(749)
    expect(status).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(status).toBe(200)
    expect(await answer(post(node, chainId))).toEqual([200, answered])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  // Node itself reads no body of a Response then.
  test('behavior: a text needs neither timers nor queued microtasks', async () => {
    // What is queued here never runs.
    vi.stubGlobal('queueMicrotask', () => {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'Date'] })
    const node = open({ clock: 'ambient' })
    const responses = await Promise.all([
      post(node, chainId),
      post(node, [chainId, chainId]),
      post(node, '{'),
    ])
    vi.useRealTimers()
    vi.unstubAllGlobals()
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400])
  })
})
