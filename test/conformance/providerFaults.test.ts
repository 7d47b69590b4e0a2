import type { Fault } from 'preseal'
import { createMockNode } from 'preseal'
import { describe, expect, test, vi } from 'vitest'
import { bob } from './actors.js'
import { faults } from './faults.js'
import { providerDoor, rejection, requestOf } from './providerDoor.js'

describe('provider', () => faults(providerDoor))

const chainId = { method: 'eth_chainId' }

async function errorOf(fault: Fault) {
  const { node } = await providerDoor.open({ faults: [fault] })
  const error = await rejection(requestOf(node)(chainId))
  const { name, message, code, status, data } = error
  return { name, message, code, status, data }
}

describe('provider: an HTTP fault as an error', () => {
  test.each([
    // As MetaMask's network controller maps them, where no body says more.
    [400, -32050],
    [401, -32006],
    [402, -32002],
    [404, -32002],
    [405, -32050],
    [408, -32050],
    [418, -32050],
    [500, -32002],
    [502, -32002],
    [599, -32002],
  ])('behavior: %d without a body is %d', async (status, code) => {
    expect(await errorOf({ type: 'http', status })).toEqual({
      name: 'ProviderRpcError',
      message: `HTTP request failed with status ${status}.`,
      code,
      status,
      data: { httpStatus: status },
    })
  })

  test.each([
    // As proxies in front of public endpoints answer.
    [403, -32601, 'rpc method is not whitelisted'],
    [413, -32014, 'too many RPC calls in batch request'],
    [429, -32016, 'over rate limit'],
    [503, -32011, 'no backend is currently healthy to serve traffic'],
    [504, -32015, 'gateway timeout'],
  ])(
    'default: %d has a body, whose error it is: %d',
    async (status, code, message) => {
      expect(await errorOf({ type: 'http', status })).toEqual({
        name: 'ProviderRpcError',
        message,
        code,
        status,
        data: { httpStatus: status },
      })
    },
  )

  test.each([
    [
      '{"jsonrpc":"2.0","error":{"code":-32099,"message":"mine"},"id":1}',
      -32099,
    ],
    // No error of JSON-RPC: the status decides.
    ['Forbidden', -32050],
    ['', -32050],
    ['{}', -32050],
    ['null', -32050],
    ['[]', -32050],
    ['{"error":"no"}', -32050],
    ['{"error":{"code":"-32000","message":"text"}}', -32050],
    ['{"error":{"code":-32000.5,"message":"text"}}', -32050],
    ['{"error":{"code":-32000}}', -32050],
  ])('options: a 403 with the body %j is %d', async (body, code) => {
    expect(await errorOf({ type: 'http', status: 403, body })).toMatchObject({
      code,
      status: 403,
      data: { httpStatus: 403 },
    })
  })

  test('behavior: a rate limit without a body of ours is -32005', async () => {
    expect(
      await errorOf({ type: 'http', status: 429, body: 'slow down' }),
    ).toMatchObject({ code: -32005, status: 429 })
  })

  test("default: endpoint 'public'", async () => {
    const { node } = await providerDoor.open({ endpoint: 'public' })
    const error = await rejection(
      requestOf(node)({ method: 'eth_getBlockReceipts', params: ['pending'] }),
    )
    expect({ ...error, message: error.message }).toEqual({
      name: 'ProviderRpcError',
      message: 'rpc method is not whitelisted',
      code: -32601,
      status: 403,
      data: { httpStatus: 403 },
    })
  })
})

describe('provider: other faults as errors', () => {
  test('default: network is 4900, told as a disconnect', async () => {
    const { node } = await providerDoor.open({
      faults: [{ type: 'network', times: 2 }],
    })
    const told: unknown[] = []
    node.provider.on('disconnect', (error) => told.push(error))
    node.provider.on('connect', (event) => told.push(event))
    const request = requestOf(node)
    const error = await rejection(request(chainId))
    expect(error).toMatchObject({
      code: 4900,
      message: 'The provider is disconnected from the chain.',
    })
    await rejection(request(chainId))
    await request(chainId)
    await request(chainId)
    expect(told).toEqual([error, { chainId: '0x7a69' }])
  })

  test('behavior: who is refused by HTTP is not told of a connection', async () => {
    const { node } = await providerDoor.open({
      faults: [
        { type: 'http', status: 429, times: 1 },
        { type: 'rpc', code: -32005, message: 'busy', skip: 1, times: 1 },
      ],
    })
    const told: unknown[] = []
    node.provider.on('connect', (event) => told.push(event))
    node.provider.on('disconnect', (error) => told.push(error))
    const request = requestOf(node)
    await rejection(request(chainId))
    expect(told).toEqual([])
    await request(chainId)
    expect(told).toEqual([{ chainId: '0x7a69' }])
    await rejection(request(chainId))
    node.fault({ type: 'http', status: 503, times: 1 })
    await rejection(request(chainId))
    await request(chainId)
    expect(told).toHaveLength(1)
  })

  test('default: rpc has its code, message and data, and no status', async () => {
    expect(
      await errorOf({ type: 'rpc', code: 4001, message: 'no', data: [1] }),
    ).toEqual({
      name: 'ProviderRpcError',
      message: 'no',
      code: 4001,
      status: undefined,
      data: [1],
    })
  })

  test('behavior: each rejection is an error of its own', async () => {
    const { node } = await providerDoor.open({
      faults: [{ type: 'http', status: 503 }],
    })
    const request = requestOf(node)
    const [one, two] = await Promise.all(
      [1, 2].map(() => rejection(request(chainId))),
    )
    expect(one).not.toBe(two)
    expect(one?.data).not.toBe(two?.data)
  })
})

describe('provider: waiting', () => {
  test('behavior: a delay is on the fake clock where that is the one', async () => {
    vi.useFakeTimers()
    const node = createMockNode({
      clock: 'ambient',
      faults: [{ type: 'delay', ms: 750 }],
    })
    const request = requestOf(node)
    let balance: unknown
    const asked = request({
      method: 'eth_getBalance',
      params: [bob, 'pending'],
    }).then((answer) => {
      balance = answer
    })
    await vi.advanceTimersByTimeAsync(749)
    expect(balance).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(balance).toBe('0x0')
    await asked
    expect(vi.getTimerCount()).toBe(0)
    node.dispose()
    vi.useRealTimers()
  })

  test('behavior: dispose leaves no timer and no unsettled request', async () => {
    vi.useFakeTimers()
    const node = createMockNode({
      clock: 'ambient',
      faults: [{ type: 'delay', ms: 60_000, times: 1 }, { type: 'hold' }],
    })
    const request = requestOf(node)
    const held = [1, 2].map(() => rejection(request(chainId)))
    await vi.advanceTimersByTimeAsync(1_000)
    node.dispose()
    expect(await Promise.all(held)).toMatchObject([
      { code: 4900 },
      { code: 4900 },
    ])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
