import { describe, expect, test } from 'vitest'
import { answer, answered, chainId, failure, open, post } from './post.js'

describe('batch', () => {
  test('behavior: one request in a batch is a batch', async () => {
    expect(await answer(post(open(), [chainId]))).toEqual([200, [answered]])
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
})
