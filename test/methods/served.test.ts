import { expect, test } from 'vitest'
import { publicMethods } from '../../src/methods/publicMethods.js'
import { served, servedMethods } from '../../src/methods/served.js'
import { selectorPositions } from '../../src/rpc/params.js'

test('a method that reads a block says which by one of its parameters', () => {
  for (const method of servedMethods)
    expect([method, selectorPositions.get(method) ?? -1]).toEqual([
      method,
      served[method].reads === 'block' ? expect.any(Number) : -1,
    ])
  expect([...selectorPositions.values()]).not.toContain(-1)
})

test('a public endpoint lets through what is served as public, once', () => {
  expect(publicMethods).toHaveLength(new Set(publicMethods).size)
  expect(
    servedMethods.filter((method) => !publicMethods.includes(method)),
  ).toEqual([
    'debug_traceCall',
    'debug_traceTransaction',
    'eth_getBlockReceipts',
    'base_transactionStatus',
    'net_peerCount',
    'eth_pendingTransactions',
    'txpool_content',
    'txpool_contentFrom',
    'txpool_inspect',
    'txpool_status',
  ])
})
