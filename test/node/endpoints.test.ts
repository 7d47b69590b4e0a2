import { createMockNode, type PreconfirmParameters } from 'preseal'
import { createPublicClient, custom, fallback, http, type RpcLog } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether } from './actors.js'
import { refusal } from './schema/refusal.js'

const accounts = { [alice]: { balance: 10n * ether } }

describe('endpoints', () => {
  test('default: one is behind, and the others are not', async () => {
    const node = createMockNode({
      accounts,
      endpoints: ['main', 'backup'],
      faults: [{ type: 'stale', beats: 1, endpoint: 'backup' }],
    })
    const clientOf = (name: string) =>
      createPublicClient({ transport: custom(node.endpoint(name).provider) })
    node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const pending = { address: bob, blockTag: 'pending' } as const
    expect(await clientOf('main').getBalance(pending)).toBe(1n)
    expect(await clientOf('backup').getBalance(pending)).toBe(0n)
    const unnamed = createPublicClient({ transport: custom(node.provider) })
    expect(await unnamed.getBalance(pending)).toBe(1n)
    node.nextBeat()
    expect(await clientOf('backup').getBalance(pending)).toBe(1n)
  })

  test('behavior: a fallback transport goes on to the next URL', async () => {
    const node = createMockNode({
      accounts,
      endpoints: ['main', 'backup'],
      faults: [{ type: 'http', status: 503, endpoint: 'main' }],
    })
    const transports = ['main', 'backup'].map((name) =>
      http(node.endpoint(name).url, { fetchFn: node.fetch, retryCount: 0 }),
    )
    const client = createPublicClient({
      transport: fallback(transports, { retryCount: 0 }),
    })
    expect(await client.getChainId()).toBe(31_337)
    const [failed, answered] = node.answeredRequests
    expect(failed?.outcome).toMatchObject({ type: 'http', status: 503 })
    expect(answered?.outcome).toEqual({ type: 'result', value: '0x7a69' })
  })

  test('behavior: one hangs until its fault is lifted', async () => {
    const node = createMockNode({ endpoints: ['main', 'slow'] })
    const lift = node.fault({ type: 'hold', endpoint: 'slow' })
    const asked = node
      .endpoint('slow')
      .provider.request({ method: 'eth_chainId' })
    expect(node.waitingRequests).toHaveLength(1)
    expect(
      await node.endpoint('main').provider.request({ method: 'eth_chainId' }),
    ).toBe('0x7a69')
    lift()
    expect(await asked).toBe('0x7a69')
  })

  test('behavior: a gate holds the requests of one', async () => {
    const node = createMockNode({ endpoints: ['a', 'b'] })
    const gate = node.hold({ endpoint: 'a' })
    const request = (name: string) =>
      node.endpoint(name).provider.request({ method: 'eth_blockNumber' })
    const held = request('a')
    expect(await request('b')).toBe('0x0')
    expect(gate.requests).toHaveLength(1)
    gate.release()
    expect(await held).toBe('0x0')
  })

  test('behavior: an answered request names the endpoint that was asked, if one was', async () => {
    const node = createMockNode({ endpoints: ['main', 'backup'] })
    const request = { method: 'eth_chainId' } as const
    await node.provider.request(request)
    await node.endpoint('backup').provider.request(request)
    await createPublicClient({
      transport: http(node.endpoint('main').url, { fetchFn: node.fetch }),
    }).getChainId()
    expect(node.answeredRequests.map(({ endpoint }) => endpoint)).toEqual([
      undefined,
      'backup',
      'main',
    ])
  })

  test('error: a fault that names an unknown endpoint acted on nothing, in silence', () => {
    const fault = { type: 'null', endpoint: 'bakup' } as const
    const options = { endpoints: ['main', 'backup'] }
    const expected = /endpoint" is "bakup", expected one of "main", "backup"/
    const node = createMockNode(options)
    expect(() => node.fault(fault)).toThrow(expected)
    expect(() => node.apply({ type: 'fault', fault })).toThrow(expected)
    expect(() => createMockNode({ ...options, faults: [fault] })).toThrow(
      expected,
    )
    expect(() =>
      createMockNode({
        ...options,
        steps: [{ at: 1, type: 'fault', fault }],
      }),
    ).toThrow(expected)
    expect(() => createMockNode().fault(fault)).toThrow(
      'expected a name of the option "endpoints", which has none',
    )
  })

  test('error: a wrong fault beside endpoints threw a TypeError', () => {
    for (const wrong of [undefined, null, 1, { type: 'no such' }])
      for (const options of [
        { faults: [wrong] },
        { steps: [wrong] },
        { steps: [{ at: 1, type: 'fault', fault: wrong }] },
      ])
        expect(() =>
          createMockNode({ endpoints: ['main'], ...options } as object),
        ).toThrow(expect.objectContaining({ name: 'InvalidParametersError' }))
  })

  test('behavior: a provider is made once, and ends with the node', async () => {
    const node = createMockNode({ endpoints: ['a'] })
    const { provider } = node.endpoint('a')
    expect(node.endpoint('a').provider).toBe(provider)
    await provider.request({ method: 'eth_chainId' })
    let isGone = false
    provider.on('disconnect', () => {
      isGone = true
    })
    node.dispose()
    expect(isGone).toBe(true)
  })

  test('error: a path, a name or a list that cannot be', async () => {
    const node = createMockNode({ endpoints: ['main'] })
    expect(refusal(() => node.endpoint('mian'))).toMatch(
      /InvalidParametersError: endpoint was given "mian", expected one of "main"/,
    )
    const { status } = await node.fetch('http://node.test/mian', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    })
    expect(status).toBe(404)
    expect(
      refusal(() => createMockNode({ endpoints: ['a', 'a b', 'a'] })),
    ).toMatch(/"endpoints\[1\]" is "a b"/)
    expect(refusal(() => createMockNode({ endpoints: ['a', 'a'] }))).toMatch(
      /"endpoints\[1\]" is a second "a"/,
    )
  })
})

describe('limits', () => {
  const logged = (count: number): PreconfirmParameters['logs'] =>
    Array.from({ length: count }, () => ({
      address: bob,
      topics: [],
      data: '0x' as const,
    }))

  test('options: logs, with the range that reth would name', async () => {
    const node = createMockNode({ accounts, endpoint: { logs: 3 } })
    for (const count of [2, 2, 1]) {
      node.preconfirm({ from: alice, to: bob, logs: logged(count) })
      node.nextBlock()
    }
    const ask = (fromBlock: `0x${string}`, toBlock: `0x${string}`) =>
      node.provider.request({
        method: 'eth_getLogs',
        params: [{ fromBlock, toBlock }],
      }) as Promise<RpcLog[]>
    await expect(ask('0x0', '0x3')).rejects.toMatchObject({
      code: -32602,
      message: 'query exceeds max results 3, retry with the range 0-1',
    })
    expect(await ask('0x0', '0x1')).toHaveLength(2)
    expect(await ask('0x2', '0x3')).toHaveLength(3)
    const single = createMockNode({ accounts, endpoint: { logs: 1 } })
    single.preconfirm({ from: alice, to: bob, logs: logged(2) })
    single.nextBlock()
    expect(
      await single.provider.request({
        method: 'eth_getLogs',
        params: [{ fromBlock: '0x1', toBlock: '0x1' }],
      }),
    ).toHaveLength(2)
  })

  test('options: the size of an answer', async () => {
    const node = createMockNode({ endpoint: { answer: 100 } })
    const block = node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    })
    await expect(block).rejects.toMatchObject({
      code: -32008,
      message: 'Response is too big',
      data: 'Exceeded max limit of 100',
    })
    expect(await node.provider.request({ method: 'eth_chainId' })).toBe(
      '0x7a69',
    )
  })

  test('options: when to ask again', async () => {
    const node = createMockNode({
      endpoint: { rate: { requests: 1, per: 1_000, retryAfter: 2 } },
    })
    const ask = () =>
      node.fetch('http://node.test', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
      })
    expect((await ask()).headers.get('retry-after')).toBe(null)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2')
  })
})
