import {
  FetchRequest,
  isError,
  JsonRpcProvider,
  Network,
  parseEther,
} from 'ethers'
import { createMockNode, type MockNode } from 'preseal'
import { describe, expect, onTestFinished, test } from 'vitest'
import { alice, bob } from '../conformance/actors.js'

const accounts = { [alice]: { balance: parseEther('10') } }

/** ethers has its own way to HTTP, in place of which it takes another. */
function requestTo(node: MockNode): FetchRequest {
  const request = new FetchRequest('http://node.test')
  request.getUrlFunc = async ({ url, method, headers, body }, signal) => {
    const abort = new AbortController()
    signal?.addListener(() => abort.abort())
    const response = await node.fetch(url, {
      method,
      headers,
      body: body && new TextDecoder().decode(body),
      signal: abort.signal,
    })
    const names: Record<string, string> = {}
    response.headers.forEach((value, name) => {
      names[name] = value
    })
    return {
      statusCode: response.status,
      statusMessage: response.statusText,
      headers: names,
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
  return request
}

function providerOf(node: MockNode, options = {}) {
  const provider = new JsonRpcProvider(requestTo(node), undefined, {
    cacheTimeout: -1,
    ...options,
  })
  onTestFinished(() => provider.destroy())
  return provider
}

/** Asks for nothing but what is asked of it, and in no batch. */
const alone = { staticNetwork: Network.from(31_337), batchMaxCount: 1 }

describe('ethers over HTTP', () => {
  test.each([
    ['batched', {}],
    ['single', { batchMaxCount: 1 }],
  ])('default: a transfer is pending, then latest, %s', async (_, options) => {
    const node = createMockNode({ accounts })
    const provider = providerOf(node, options)
    const read = () =>
      Promise.all([
        provider.getBalance(bob, 'pending'),
        provider.getBalance(bob),
        provider.getTransactionCount(alice, 'pending'),
      ])
    const hash = node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await read()).toEqual([5n, 0n, 1])
    node.nextBlock()
    expect(await read()).toEqual([5n, 5n, 1])
    expect(await provider.getTransactionReceipt(hash)).toMatchObject({
      blockNumber: 1,
      status: 1,
    })
    expect((await provider.getBlock('latest'))?.transactions).toEqual([hash])
  })

  test('behavior: an HTTP fault is an error of the server', async () => {
    const node = createMockNode()
    const provider = providerOf(node, alone)
    node.fault({ type: 'http', status: 403, body: 'Forbidden', times: 1 })
    const error = await provider
      .send('eth_blockNumber', [])
      .catch((error) => error)
    expect(isError(error, 'SERVER_ERROR')).toBe(true)
    expect(error.response.statusCode).toBe(403)
    expect(error.response.bodyText).toBe('Forbidden')
  })

  test('behavior: it tries again after a 429', async () => {
    const node = createMockNode()
    const provider = providerOf(node, alone)
    const headers = { 'Retry-After': '1' }
    node.fault({ type: 'http', status: 429, headers, times: 2 })
    expect(await provider.send('eth_blockNumber', [])).toBe('0x0')
    expect(node.answeredRequests.map(({ outcome }) => outcome.type)).toEqual([
      'http',
      'http',
      'result',
    ])
  })

  test('behavior: no connection is a rejection', async () => {
    const node = createMockNode()
    const provider = providerOf(node, alone)
    node.fault({ type: 'network', times: 1 })
    await expect(provider.send('eth_blockNumber', [])).rejects.toThrow(
      'fetch failed',
    )
  })
})
