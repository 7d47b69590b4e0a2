import { describe, expect, test } from 'vitest'
import { answer, answered, chainId, failure, open, post } from './post.js'

describe('id', () => {
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
})

describe('notification', () => {
  const { id: _, ...notification } = chainId

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
})

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
