import { createMockNode, type MockNode } from 'preseal'
import { createTestClient, http, publicActions } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, funded, token, word } from '../../node/actors.js'
import { pendingHashes, readBlock } from '../../node/reads.js'

const url = 'http://node.test'

function clientOf({ control }: MockNode, batch = false) {
  const transport = http(url, { fetchFn: control.fetch, batch, retryCount: 0 })
  return createTestClient({ mode: 'anvil', transport }).extend(publicActions)
}

function post(fetch: MockNode['fetch'], body: unknown, init?: RequestInit) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://page.test' },
    body: JSON.stringify(body),
    ...init,
  })
}

function call(method: string, ...params: unknown[]) {
  return { jsonrpc: '2.0', id: 1, method, params }
}

describe('node.control.fetch', () => {
  test.each([false, true])(
    "default: viem's test client, with batches: %j",
    async (batch) => {
      const node = createMockNode(funded)
      const client = clientOf(node, batch)
      const id = await client.snapshot()
      const hash = node.preconfirm({ from: alice, to: bob })
      node.nextBeat()
      await Promise.all([
        client.setBalance({ address: bob, value: 2n * ether }),
        client.setNonce({ address: bob, nonce: 3 }),
        client.setCode({ address: token, bytecode: '0x6000' }),
        client.setStorageAt({ address: token, index: 1, value: word(42) }),
        client.dropTransaction({ hash }),
      ])
      node.nextBeat()
      expect(await pendingHashes(node)).toEqual([])
      await client.mine({ blocks: 2 })
      expect(await client.increaseTime({ seconds: 6 })).toBe('0x6')
      expect(
        await Promise.all([
          client.getBlockNumber({ cacheTime: 0 }),
          client.getBalance({ address: bob }),
          client.getTransactionCount({ address: bob }),
          client.getCode({ address: token }),
          client.getStorageAt({ address: token, slot: '0x1' }),
        ]),
      ).toEqual([5n, 2n * ether, 3, '0x6000', word(42)])
      await client.revert({ id })
      expect(node.now).toBe(0)
      expect(await client.getBalance({ address: bob })).toBe(5n * ether)
    },
  )

  test('default: what is on the wire', async () => {
    const node = createMockNode(funded)
    const { fetch } = node.control
    const block = await readBlock(node, '0x0')
    const response = await post(fetch, [
      call('preseal_preconfirm', { from: alice, to: bob, nonce: 0 }),
      call('preseal_nextBeat'),
      call('preseal_now'),
      call('preseal_importBlock', { block, receipts: [] }),
      call('preseal_nextBlock', '1'),
      call('anvil_dealERC20'),
      { ...call('preseal_snapshot'), id: 'a' },
    ])
    expect(response.status).toBe(200)
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })
    const error = (code: number) => ({
      jsonrpc: '2.0',
      id: 1,
      error: expect.objectContaining({ code, message: expect.any(String) }),
    })
    const imported = { hash: block.hash, number: '0x0', links: false }
    expect(await response.json()).toEqual([
      answer(expect.stringMatching(/^0x[0-9a-f]{64}$/)),
      answer(null),
      answer(200),
      answer({ ...imported, checks: expect.any(Object) }),
      error(-32602),
      error(-32601),
      { ...answer('0x0'), id: 'a' },
    ])
  })

  test('behavior: it grants nothing to pages, unlike node.fetch', async () => {
    const node = createMockNode()
    node.fault({
      type: 'http',
      status: 429,
      headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '1' },
      methods: ['eth_chainId'],
    })
    const granted = async (fetch: MockNode['fetch']) => {
      const preflight = {
        origin: 'http://page.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
        'access-control-request-private-network': 'true',
      }
      const responses = await Promise.all([
        post(fetch, call('preseal_now')),
        post(fetch, [call('eth_blockNumber')]),
        post(fetch, call('eth_chainId')),
        post(fetch, []),
        post(fetch, call('evm_mine'), {
          headers: { 'content-type': 'text/plain' },
        }),
        fetch(url, { method: 'OPTIONS', headers: preflight }),
        fetch(url),
        fetch(`${url}/other`),
      ])
      return responses.map(({ status, headers }) => {
        const names: string[] = []
        headers.forEach((_, name) => {
          names.push(name)
        })
        return [status, names.filter((name) => name.startsWith('access-'))]
      })
    }
    const [own, other] = [
      await granted(node.control.fetch),
      await granted(node.fetch),
    ]
    expect(own).toEqual(other.map(([status]) => [status, []]))
    for (const [, names] of other)
      expect(names).toContain('access-control-allow-origin')
    expect(node.now).toBe(0)
  })

  test('behavior: other headers stay', async () => {
    const node = createMockNode()
    const headers = { 'Retry-After': '7' }
    node.fault({ type: 'http', status: 429, headers })
    const response = await post(node.control.fetch, call('eth_chainId'))
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('behavior: node.fetch knows no control verb', async () => {
    const node = createMockNode()
    for (const method of ['evm_mine', 'preseal_nextBeat', 'anvil_setBalance']) {
      const response = await post(node.fetch, call(method))
      const { error } = (await response.json()) as { error: { code: number } }
      expect(error.code).toBe(-32601)
    }
    expect(node.now).toBe(0)
  })

  test('behavior: no rule of the endpoint and no fault hits a verb', async () => {
    const node = createMockNode({
      endpoint: {
        allow: ['eth_chainId'],
        rate: { requests: 1, per: 1_000_000 },
        batch: 2,
        body: 10,
      },
    })
    node.fault({ type: 'network' })
    const { fetch } = node.control
    const tick = call('preseal_nextBeat')
    expect((await post(fetch, [tick, tick])).status).toBe(200)
    expect((await post(fetch, [tick, tick, tick])).status).toBe(200)
    expect(node.now).toBe(1_000)
    await expect(post(fetch, call('eth_chainId'))).rejects.toThrow(TypeError)
    expect((await post(fetch, call('eth_chainId'))).status).toBe(429)
  })

  test('behavior: a read that waits ends when it is aborted', async () => {
    const node = createMockNode()
    const asked = new Promise<void>((resolve) => {
      node.handle('eth_call', () => {
        resolve()
        return new Promise<never>(() => {})
      })
    })
    const { fetch } = node.control
    const controller = new AbortController()
    const { signal } = controller
    const waiting = post(fetch, call('eth_call'), { signal })
    await asked
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(node.answeredRequests).toMatchObject([
      { outcome: { type: 'network' } },
    ])
  })

  test('error: after dispose', async () => {
    const node = createMockNode()
    node.dispose()
    const { fetch } = node.control
    const response = await post(fetch, call('evm_mine'))
    expect(await response.json()).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('was disposed') },
    })
    await expect(post(fetch, call('eth_chainId'))).rejects.toThrow(TypeError)
  })
})
