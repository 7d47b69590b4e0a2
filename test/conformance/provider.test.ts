import fc from 'fast-check'
import { createMockNode, isPresealError, type ProviderRpcError } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, ether, token, word } from './actors.js'
import { conformance, properties } from './conformance.js'
import { providerDoor, rejection, requestOf } from './providerDoor.js'
import { busy } from './stories.js'

conformance(providerDoor)
properties(providerDoor)

const open = () =>
  providerDoor.open({ accounts: { [alice]: { balance: ether } } })

const raise = () => {
  throw new RangeError('boom')
}
const hostileTraps: ProxyHandler<object> = {
  get: raise,
  has: raise,
  ownKeys: raise,
  getPrototypeOf: raise,
  getOwnPropertyDescriptor: raise,
}
const hostile = (target: object) => new Proxy(target, hostileTraps)
const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const cycle: unknown[] = []
cycle.push(cycle)

function deepFreeze<value>(value: value): value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze)
    Object.freeze(value)
  }
  return value
}

/** What no JSON can carry, and only a caller in the same process can send. */
const unspeakable: [string, unknown, number][] = [
  ['nothing', undefined, -32600],
  ['a bigint', 5n, -32600],
  ['a symbol', Symbol('eth_chainId'), -32600],
  ['a function', raise, -32600],
  ['an array', [{ method: 'eth_chainId' }], -32600],
  ['a hostile object', hostile({}), -32600],
  ['a hostile array', hostile([]), -32600],
  ['a hostile function', hostile(raise), -32600],
  ['a revoked object', revoked({}), -32600],
  [
    'a method that throws',
    {
      get method() {
        return raise()
      },
    },
    -32600,
  ],
  [
    'params that throw',
    {
      method: 'eth_chainId',
      get params() {
        return raise()
      },
    },
    -32600,
  ],
  [
    'an error that throws',
    {
      get method() {
        throw hostile({})
      },
    },
    -32600,
  ],
  ['a method object', { method: new String('eth_chainId') }, -32600],
  ['hostile params', { method: 'eth_call', params: hostile([]) }, -32602],
  ['revoked params', { method: 'eth_chainId', params: revoked([]) }, -32600],
  [
    'a hostile parameter',
    { method: 'eth_getBalance', params: [alice, hostile({})] },
    -32602,
  ],
  [
    'a parameter whose getter throws',
    {
      method: 'eth_getBalance',
      params: [
        alice,
        {
          get blockNumber() {
            return raise()
          },
        },
      ],
    },
    -32602,
  ],
  ['a cycle', { method: 'eth_getBalance', params: cycle }, -32602],
  [
    'an endless array',
    { method: 'eth_call', params: Array(2 ** 32 - 1) },
    -32602,
  ],
  [
    'a bigint parameter',
    { method: 'eth_getBlockByNumber', params: [1n, false] },
    -32602,
  ],
  [
    'a symbol parameter',
    { method: 'eth_getBalance', params: [Symbol('alice'), 'latest'] },
    -32602,
  ],
  [
    'a function parameter',
    { method: 'eth_getBalance', params: [raise, 'latest'] },
    -32602,
  ],
  [
    'a String parameter',
    { method: 'eth_getBalance', params: [new String(alice), 'latest'] },
    -32602,
  ],
  [
    'a parameter that turns into a good one',
    { method: 'eth_getBalance', params: [{ toString: () => alice }, 'latest'] },
    -32602,
  ],
  [
    'holes',
    // biome-ignore lint/suspicious/noSparseArray: that is what is tested
    { method: 'eth_getBalance', params: [, 'latest'] },
    -32602,
  ],
  [
    'undefined in the place of a selector',
    { method: 'eth_getBlockByNumber', params: [undefined, false] },
    -32602,
  ],
  [
    'a surplus undefined',
    { method: 'eth_chainId', params: [undefined] },
    -32602,
  ],
]

describe('provider: bad input that only a process can send', () => {
  test.each(unspeakable)('error: %s', async (_, raw, code) => {
    const { node, request } = await open()
    let promise: Promise<unknown> | undefined
    expect(() => {
      promise = requestOf(node)(raw)
    }).not.toThrow()
    const error = await rejection(promise as Promise<unknown>)
    expect(isPresealError(error, 'ProviderRpcError')).toBe(true)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^.{12,400}$/)
    expect(await request('eth_getBalance', [alice, 'latest'])).toBe(
      '0xde0b6b3a7640000',
    )
    expect(node.answeredRequests).toHaveLength(2)
  })

  test('error: whatever is sent, an Error with an integer code, and never at once', async () => {
    const { node, request } = await open()
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    })
    const method = fc.constantFrom(
      'eth_getBalance',
      'eth_getStorageAt',
      'eth_getBlockByNumber',
      'eth_getBlockReceipts',
      'eth_getTransactionReceipt',
      'eth_chainId',
      '__proto__',
    )
    const raw = fc.oneof(
      anything,
      fc.record({ method: fc.oneof(method, anything), params: anything }),
      fc.record({ method, params: fc.array(anything, { maxLength: 4 }) }),
      fc.record({
        method,
        params: fc.tuple(fc.constant(alice), anything, anything),
      }),
    )
    await fc.assert(
      fc.asyncProperty(raw, async (given) => {
        const promise = requestOf(node)(given)
        const end = await promise.then(
          () => 'answered',
          (error: unknown) => {
            expect(error).toBeInstanceOf(Error)
            const { code, message } = error as ProviderRpcError
            expect([-32600, -32601, -32602]).toContain(code)
            expect(message).not.toMatch(/\n|undefined is not|Cannot read/)
            return 'refused'
          },
        )
        expect(['answered', 'refused']).toContain(end)
      }),
      { numRuns: share(500) },
    )
    expect(await request('eth_getBalance', [alice, 'latest'])).toBe(
      '0xde0b6b3a7640000',
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('provider: arguments that must not be touched', () => {
  test('behavior: deep-frozen ones are read as they are', async () => {
    const { node } = await open()
    const request = requestOf(node)
    const frozen = deepFreeze({
      method: 'eth_getBalance',
      params: [alice, { blockNumber: '0x0' }],
    })
    expect(await request(frozen)).toBe('0xde0b6b3a7640000')
    const bad = deepFreeze({
      method: 'eth_getBalance',
      params: [alice, { blockNumber: '0x00', deep: [{}] }],
    })
    expect(await rejection(request(bad))).toMatchObject({ code: -32602 })
    node.handle('test_echo', (params) => params)
    const handled = deepFreeze({
      method: 'test_echo',
      params: [{ to: [token] }],
    })
    expect(await request(handled)).toEqual([{ to: [token] }])
  })

  test('behavior: proxies are read once, and never written', async () => {
    const { node } = await open()
    const seen: string[] = []
    const watched = <target extends object>(name: string, target: target) =>
      new Proxy(target, {
        get(target, key, receiver) {
          seen.push(`${name}.${String(key)}`)
          return Reflect.get(target, key, receiver)
        },
        set: raise,
        defineProperty: raise,
        deleteProperty: raise,
        setPrototypeOf: raise,
        preventExtensions: raise,
      })
    const params = watched('params', [
      alice,
      watched('selector', { blockNumber: '0x0' }),
    ])
    expect(
      await requestOf(node)(
        watched('request', { method: 'eth_getBalance', params }),
      ),
    ).toBe('0xde0b6b3a7640000')
    const counted = (name: string) => seen.filter((one) => one === name).length
    expect(
      [
        'request.method',
        'request.params',
        'params.0',
        'params.1',
        'selector.blockNumber',
      ].map(counted),
    ).toEqual([1, 1, 1, 1, 1])
    expect(seen.filter((one) => one.startsWith('params.toJSON'))).toEqual([])
  })

  test('behavior: keys that a client adds are let be', async () => {
    const { node } = await open()
    const request = { id: 7, jsonrpc: '2.0', method: 'eth_chainId', params: [] }
    expect(await requestOf(node)(request)).toBe('0x7a69')
    expect(request).toEqual({
      id: 7,
      jsonrpc: '2.0',
      method: 'eth_chainId',
      params: [],
    })
  })
})

describe('provider: request', () => {
  test('behavior: works detached', async () => {
    const { node } = await open()
    const { request } = node.provider
    expect(await request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('behavior: an answer needs microtasks alone, and stands before the next beat', async () => {
    const { node } = await open()
    node.preconfirm({ from: alice, to: bob, value: 1n })
    const before = requestOf(node)({
      method: 'eth_getBalance',
      params: [bob, 'pending'],
    })
    node.nextBeat()
    const after = requestOf(node)({
      method: 'eth_getBalance',
      params: [bob, 'pending'],
    })
    expect(await Promise.all([before, after])).toEqual(['0x0', '0x1'])
  })

  test('behavior: concurrent requests, good and bad, each get their own answer', async () => {
    const node = createMockNode(busy.options)
    busy.play(node)
    const request = requestOf(node)
    const asked = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 2
        ? rejection(request({ method: `eth_foo${index}` })).then(
            ({ message }) => message.slice(0, 28),
          )
        : request({
            method: 'eth_getStorageAt',
            params: [token, word(index), 'latest'],
          }),
    )
    const answers = await Promise.all(asked)
    expect(answers.slice(0, 4)).toEqual([
      word(0),
      word(5),
      'Method not found: "eth_foo2"',
      word(0),
    ])
    expect(answers).toHaveLength(60)
    node.dispose()
  })

  test('error: a rejection is an Error of preseal with code, message and data', async () => {
    const { node } = await open()
    const error = await rejection(
      requestOf(node)({ method: 'eth_getBalance', params: [bob, '0x5'] }),
    )
    expect(isPresealError(error)).toBe(true)
    expect({ ...error, message: error.message, name: error.name }).toEqual({
      name: 'ProviderRpcError',
      code: -32001,
      message: 'block not found: 0x5',
      data: undefined,
      status: undefined,
    })
    expect(error.stack).toContain('block not found: 0x5')
  })

  test('error: after dispose there is no connection', async () => {
    const { node } = await open()
    node.dispose()
    expect(
      await rejection(requestOf(node)({ method: 'eth_chainId' })),
    ).toMatchObject({ code: 4900 })
  })
})
