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

const bob = '0x0000000000000000000000000000000000000b0b'

/** Lets every promise that is due settle. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('batch', () => {
  test('default: answered in the order of asking', async () => {
    const { status, headers, text } = await read(
      post(open(), [
        call('eth_blockNumber', [], 'b'),
        chainId,
        call('net_version', [], null),
      ]),
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: '2.0', id: 'b', result: '0x0' },
      answered,
      { jsonrpc: '2.0', id: null, result: '31337' },
    ])
  })

  test('behavior: one request in a batch is a batch', async () => {
    expect(await answer(post(open(), [chainId]))).toEqual([200, [answered]])
  })

  test('behavior: mixed outcomes, each with its own id', async () => {
    expect(
      await answer(
        post(open(), [
          chainId,
          call('eth_foo', [], 2),
          call('eth_getBalance', [], 3),
          { ...chainId, jsonrpc: '1.0', id: 4 },
          { jsonrpc: '2.0', id: 5 },
          { ...chainId, id: [6] },
          call('eth_chainId', [], 2),
        ]),
      ),
    ).toMatchObject([
      200,
      [
        { id: 1, result: '0x7a69' },
        { id: 2, error: { code: -32601 } },
        { id: 3, error: { code: -32602 } },
        { id: 4, error: { code: -32600 } },
        { id: 5, error: { code: -32600 } },
        { id: null, error: { code: -32600 } },
        { id: 2, result: '0x7a69' },
      ],
    ])
  })

  // The examples of the JSON-RPC 2.0 specification.
  test('error: elements that are no requests', async () => {
    const invalid = failure(-32600, expect.stringMatching(/^Invalid request: /))
    const node = open()
    expect(await answer(post(node, [1]))).toEqual([200, [invalid]])
    expect(await answer(post(node, [1, 'a', null, [], [chainId]]))).toEqual([
      200,
      Array(5).fill(invalid),
    ])
    expect(await answer(post(node, [{}, chainId]))).toEqual([
      200,
      [invalid, answered],
    ])
  })

  test('error: an empty one', async () => {
    expect(await answer(post(open(), []))).toEqual([
      400,
      failure(-32600, 'must specify at least one batch call'),
    ])
  })

  test('behavior: notifications are left out', async () => {
    const node = open()
    const notification = { jsonrpc: '2.0', method: 'eth_blockNumber' }
    const unknown = { jsonrpc: '2.0', method: 'eth_foo' }
    expect(await answer(post(node, [notification, chainId, unknown]))).toEqual([
      200,
      [answered],
    ])
    expect(await answer(post(node, [notification, unknown]))).toEqual([
      204,
      undefined,
    ])
    expect(node.answeredRequests.length).toBe(5)
  })

  test('behavior: all are asked at one instant, in order', async () => {
    const node = open()
    const seen: unknown[] = []
    node.handle('test_seen', (params, { now }) => {
      seen.push([...params, now])
      return new Promise((resolve) => {
        queueMicrotask(() => resolve(params[0] ?? null))
      })
    })
    node.advance(150)
    const calls = [1, 2, 3].map((id) => call('test_seen', [id], id))
    const response = post(node, calls)
    await settle()
    node.advance(100)
    expect(await answer(response)).toMatchObject([
      200,
      [{ result: 1 }, { result: 2 }, { result: 3 }],
    ])
    expect(seen).toEqual([
      [1, 150],
      [2, 150],
      [3, 150],
    ])
  })
})

describe('batch: faults', () => {
  const balance = call('eth_getBalance', [bob, 'latest'], 2)

  test('behavior: http, rpc and null are elements under HTTP 200', async () => {
    const node = open({
      faults: [
        { type: 'http', status: 503, methods: ['eth_getBalance'], times: 1 },
        {
          type: 'http',
          status: 403,
          body: '{"error":{"code":-32099,"message":"mine"}}',
          headers: { 'Retry-After': '1' },
          methods: ['eth_getBalance'],
          times: 1,
        },
        {
          type: 'http',
          status: 500,
          body: '<html></html>',
          methods: ['eth_getBalance'],
          times: 1,
        },
        {
          type: 'rpc',
          code: -32042,
          message: 'not now',
          data: [1],
          methods: ['eth_getBalance'],
          times: 1,
        },
        { type: 'null', methods: ['eth_getBalance'], times: 1 },
      ],
    })
    const { status, headers, text } = await read(
      post(node, [chainId, ...Array(6).fill(balance)]),
    )
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('retry-after')
    expect(JSON.parse(text)).toEqual([
      answered,
      failure(-32011, 'no backend is currently healthy to serve traffic', 2),
      failure(-32099, 'mine', 2),
      failure(-32002, 'HTTP request failed with status 500.', 2),
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32042, message: 'not now', data: [1] },
      },
      { jsonrpc: '2.0', id: 2, result: null },
      { jsonrpc: '2.0', id: 2, result: '0x0' },
    ])
  })

  test('behavior: network fails all of it, once all are over', async () => {
    const node = open({
      faults: [{ type: 'network', methods: ['eth_getBalance'] }],
    })
    await expect(post(node, [chainId, balance, chainId])).rejects.toThrow(
      'fetch failed',
    )
    expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
      'result',
      'network',
      'result',
    ])
  })

  test('behavior: hang and delay take all of it', async () => {
    const node = open({
      faults: [{ type: 'delay', ms: 300, methods: ['eth_getBalance'] }],
    })
    const lift = node.fault({ type: 'hold', methods: ['eth_chainId'] })
    let isOver = false
    const response = post(node, [chainId, balance, balance]).finally(() => {
      isOver = true
    })
    await settle()
    node.advance(300)
    await settle()
    expect(isOver).toBe(false)
    lift()
    expect(await answer(response)).toMatchObject([
      200,
      [{ id: 1, result: '0x7a69' }, { id: 2 }, { id: 2 }],
    ])
  })

  test('behavior: stale acts on its own element', async () => {
    const node = open({
      faults: [{ type: 'stale', beats: 10, methods: ['eth_blockNumber'] }],
    })
    node.nextBlock(3)
    expect(
      await answer(
        post(node, [
          call('eth_blockNumber'),
          call('eth_getBlockByNumber', ['latest', false], 2),
        ]),
      ),
    ).toMatchObject([200, [{ result: '0x2' }, { result: { number: '0x3' } }]])
  })
})
