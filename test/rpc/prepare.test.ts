import { describe, expect, test } from 'vitest'
import { prepare, preparedSelector } from '../../src/rpc/prepare.js'
import type { Handler } from '../../src/rpc/view.js'
import { alice, newChain, newView, word } from './newView.js'

const view = newView(newChain())
const handled = newView(newChain(), {
  handlers: new Map<string, Handler>([
    ['eth_call', () => '0x'],
    ['eth_getBalance', () => '0x1'],
    ['foo_bar', () => null],
  ]),
})
const selector = (at: typeof view, method: string, ...params: unknown[]) =>
  preparedSelector(prepare(at, method, params))

describe('prepare', () => {
  test('default', () => {
    expect(
      prepare(view, 'eth_getBalance', [
        alice.toUpperCase().replace('X', 'x'),
        'latest',
      ]),
    ).toEqual({
      type: 'builtIn',
      answer: expect.any(Function),
      reads: 'block',
      args: [alice, { type: 'tag', tag: 'latest' }],
      selector: { type: 'tag', tag: 'latest' },
      selectorPosition: 1,
    })
  })

  test('behavior: a handler wins and takes any parameters', () => {
    const params = ['nonsense', 5n]
    expect(prepare(handled, 'eth_getBalance', params)).toEqual({
      type: 'handler',
      method: 'eth_getBalance',
      reads: 'chain',
      handler: handled.handlers.get('eth_getBalance'),
      params,
      selector: undefined,
      selectorPosition: 1,
    })
  })

  test('behavior: the selector as it was asked for', () => {
    const upper = (text: string) => text.toUpperCase().replace('X', 'x')
    expect([
      selector(view, 'eth_getBalance', alice, 'pending'),
      selector(view, 'eth_getBalance', alice, upper('0xab')),
      selector(view, 'eth_getBalance', alice, { blockNumber: '0xab' }),
      selector(view, 'eth_getBalance', alice, upper(word('ab'))),
      selector(view, 'eth_getStorageAt', alice, '0x0', 'safe'),
      selector(view, 'eth_getBlockByNumber', 'latest', true),
      selector(view, 'eth_getBlockByHash', word('ab'), true),
      selector(view, 'eth_getBlockReceipts', { blockHash: word('ab') }),
      selector(handled, 'eth_call', {}, 'pending'),
      selector(handled, 'eth_getBalance', 'nonsense', '0xab'),
    ]).toEqual([
      'pending',
      '0xab',
      '0xab',
      word('ab'),
      'safe',
      'latest',
      word('ab'),
      word('ab'),
      'pending',
      '0xab',
    ])
  })

  test('behavior: no selector where there is none or it is malformed', () => {
    expect([
      selector(view, 'eth_chainId'),
      selector(view, 'eth_getTransactionByHash', word('1')),
      selector(view, 'eth_getBalance', '0x', 'pending'),
      selector(view, 'eth_getBalance', alice, 'Pending'),
      selector(view, 'eth_foo', {}, 'pending'),
      selector(handled, 'eth_call', {}),
      selector(handled, 'foo_bar', 'pending'),
    ]).toEqual(Array(7).fill(undefined))
  })

  test('error: unknown method', () => {
    expect(prepare(handled, 'eth_foo', [])).toMatchInlineSnapshot(`
      {
        "error": {
          "code": -32601,
          "data": {
            "methods": [
              "base_transactionStatus",
              "debug_traceCall",
              "debug_traceTransaction",
              "eth_accounts",
              "eth_blobBaseFee",
              "eth_blockNumber",
              "eth_call",
              "eth_chainId",
              "eth_createAccessList",
              "eth_estimateGas",
              "eth_feeHistory",
              "eth_fillTransaction",
              "eth_gasPrice",
              "eth_getBalance",
              "eth_getBlockByHash",
              "eth_getBlockByNumber",
              "eth_getBlockReceipts",
              "eth_getBlockTransactionCountByHash",
              "eth_getBlockTransactionCountByNumber",
              "eth_getCode",
              "eth_getFilterChanges",
              "eth_getFilterLogs",
              "eth_getLogs",
              "eth_getProof",
              "eth_getStorageAt",
              "eth_getTransactionByBlockHashAndIndex",
              "eth_getTransactionByBlockNumberAndIndex",
              "eth_getTransactionByHash",
              "eth_getTransactionCount",
              "eth_getTransactionReceipt",
              "eth_getUncleByBlockHashAndIndex",
              "eth_getUncleByBlockNumberAndIndex",
              "eth_getUncleCountByBlockHash",
              "eth_getUncleCountByBlockNumber",
              "eth_maxPriorityFeePerGas",
              "eth_newBlockFilter",
              "eth_newFilter",
              "eth_newPendingTransactionFilter",
              "eth_pendingTransactions",
              "eth_sendRawTransaction",
              "eth_sendRawTransactionSync",
              "eth_sendTransaction",
              "eth_simulateV1",
              "eth_subscribe",
              "eth_syncing",
              "eth_uninstallFilter",
              "eth_unsubscribe",
              "foo_bar",
              "net_listening",
              "net_peerCount",
              "net_version",
              "txpool_content",
              "txpool_contentFrom",
              "txpool_inspect",
              "txpool_status",
              "web3_clientVersion",
              "web3_sha3",
            ],
          },
          "message": "Method not found: "eth_foo". Answer it with node.handle("eth_foo", …); the error's data lists what is served",
        },
        "reads": "nothing",
        "selector": undefined,
        "type": "refused",
      }
    `)
  })

  test.each(['__proto__', 'constructor', 'toString', '', 'ETH_CHAINID'])(
    'error: unknown method %j',
    (method) => {
      expect(prepare(view, method, [])).toMatchObject({
        type: 'refused',
        error: { code: -32601 },
      })
    },
  )
})
