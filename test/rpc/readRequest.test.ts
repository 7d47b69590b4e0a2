import { describe, expect, test } from 'vitest'
import { readRequest } from '../../src/rpc/request.js'

const raise = (thrown: unknown): never => {
  throw thrown
}
const thrower = () => raise(new Error('boom'))
const hostile = (target: object) =>
  new Proxy(target, {
    get: thrower,
    getOwnPropertyDescriptor: thrower,
    getPrototypeOf: thrower,
    has: thrower,
    ownKeys: thrower,
  })
const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

const error = (raw: unknown) => {
  const request = readRequest(raw)
  if (request.ok) throw new Error(`read ${JSON.stringify(request)}`)
  return `${request.error.code} ${request.error.message}`
}

describe('readRequest', () => {
  test('default', () => {
    const params = ['0x1', { blockNumber: '0x2', deep: [{ a: null }] }, true]
    expect(readRequest({ method: 'eth_call', params, id: 1 })).toEqual({
      ok: true,
      method: 'eth_call',
      params,
    })
  })

  test('behavior: what was read is out of reach', () => {
    const params = [{ to: '0x1', list: [1] }]
    const before = structuredClone(params)
    const request = readRequest({ method: 'eth_call', params })
    expect(params).toEqual(before)
    params[0]?.list.push(2)
    params.length = 0
    expect(request).toMatchObject({ params: before })
  })

  test('behavior: a getter in a parameter is read once', () => {
    const texts = ['0x1', '0x2']
    const call = {
      to: '0x0',
      get data() {
        return texts.shift()
      },
    }
    expect(readRequest({ method: 'eth_call', params: [call] })).toMatchObject({
      params: [{ to: '0x0', data: '0x1' }],
    })
    expect(texts).toEqual(['0x2'])
  })

  test('error: more texts than a request may have', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`key${index}`, '0x']),
    )
    const params = [Array.from({ length: 1_000 }, () => texts)]
    expect(error({ method: 'eth_call', params })).toContain(
      'is one of more than 1000000 values',
    )
  })

  test('behavior: each getter is read once', () => {
    const reads: string[] = []
    const request = readRequest({
      get method() {
        reads.push('method')
        return 'eth_chainId'
      },
      get params() {
        reads.push('params')
        return []
      },
    })
    expect([request, reads]).toEqual([
      { ok: true, method: 'eth_chainId', params: [] },
      ['method', 'params'],
    ])
  })

  test('behavior: a proxy of a well-formed request is one', () => {
    expect(
      readRequest(new Proxy({ method: 'a', params: new Proxy([1], {}) }, {})),
    ).toEqual({ ok: true, method: 'a', params: [1] })
  })

  test('error: no request', () => {
    expect(
      [
        undefined,
        null,
        'eth_chainId',
        5,
        5n,
        Symbol('s'),
        thrower,
        [],
        [{ method: 'eth_chainId' }],
        {},
        { method: null },
        { method: 5 },
        { method: ['eth_chainId'] },
        { method: new String('eth_chainId') },
        JSON.parse('{ "__proto__": { "method": "eth_chainId" } }'),
        JSON.parse('{ "method": "eth_chainId", "__proto__": {} }'),
      ].map(error),
    ).toSatisfy((errors: string[]) =>
      errors.every((said) => said.startsWith('-32600 Invalid request: ')),
    )
  })

  test('error: hostile requests', () => {
    const as = (code: number) =>
      expect.stringMatching(`^${code} Invalid (request|parameter)`)
    const cycle: unknown[] = []
    cycle.push(cycle)
    const unreadableError = revoked({})
    expect(
      [
        hostile({}),
        hostile([]),
        revoked({}),
        revoked([]),
        {
          get method() {
            return thrower()
          },
        },
        {
          method: 'a',
          get params() {
            return thrower()
          },
        },
        {
          get method() {
            return raise(unreadableError)
          },
        },
        {
          get method() {
            return raise(undefined)
          },
        },
        { method: 'a', params: hostile([]) },
        { method: 'a', params: revoked([]) },
        { method: 'a', params: [1, hostile({})] },
        { method: 'eth_getBalance', params: [1, revoked({})] },
        {
          method: 'eth_getBalance',
          params: [
            '0x1',
            {
              get blockNumber() {
                return thrower()
              },
            },
          ],
        },
        {
          method: 'eth_getBalance',
          params: ['0x1', JSON.parse('{ "__proto__": 1 }')],
        },
        { method: 'a', params: JSON.parse('[{ "b": [{ "__proto__": 1 }] }]') },
        { method: 'a', params: cycle },
        { method: 'a', params: new Array(4_294_967_295) },
        { method: 'a', params: [new Array(4_294_967_295)] },
      ].map(error),
    ).toEqual([
      ...Array.from({ length: 8 }, () => as(-32600)),
      as(-32602),
      as(-32600),
      ...Array.from({ length: 8 }, () => as(-32602)),
    ])
  })

  test('behavior: nothing reaches Object.prototype', () => {
    for (const raw of [
      '{ "__proto__": { "polluted": 1 }, "method": "a" }',
      '{ "method": "a", "params": [{ "__proto__": { "polluted": 1 } }] }',
      '{ "method": "__proto__", "params": [] }',
      '{ "method": "constructor", "params": [{ "constructor": {} }] }',
    ])
      readRequest(JSON.parse(raw))
    expect('polluted' in {}).toBe(false)
  })
})
