import { describe, expect, test } from 'vitest'
import { seal } from '../../src/chain/intents/seal.js'
import {
  alice,
  bob,
  errorOf,
  newChain,
  newView,
  resultOf,
  word,
} from './newView.js'

const chain = newChain([{ value: 5n, gasUsed: 21_000n }])
const view = newView(chain)

describe('methods', () => {
  test('default', () => {
    expect(
      [
        ['eth_chainId'],
        ['net_version'],
        ['eth_blockNumber'],
        ['eth_getBalance', bob, 'latest'],
        ['eth_getBalance', bob, 'pending'],
        ['eth_getTransactionCount', alice, 'latest'],
        ['eth_getTransactionCount', alice, 'pending'],
        ['eth_getCode', alice, 'latest'],
        ['eth_getCode', bob, 'latest'],
        ['eth_getStorageAt', bob, '0x1', 'latest'],
        ['eth_getStorageAt', bob, '0x2', '0x0'],
        ['eth_getStorageAt', word('9').slice(0, 42), '0x1', 'pending'],
      ].map(([method, ...params]) => resultOf(view, String(method), ...params)),
    ).toMatchInlineSnapshot(`
      [
        "0x7a69",
        "31337",
        "0x2",
        "0x0",
        "0x5",
        "0x7",
        "0x8",
        "0x6001",
        "0x",
        "0x000000000000000000000000000000000000000000000000000000000000002a",
        "0x0000000000000000000000000000000000000000000000000000000000000000",
        "0x0000000000000000000000000000000000000000000000000000000000000000",
      ]
    `)
  })

  test('behavior: selectors of one block give one answer', () => {
    const sealed = newView(seal(chain))
    const { hash } = resultOf(
      sealed,
      'eth_getBlockByNumber',
      'latest',
      false,
    ) as { hash: string }
    const selectors = [
      'latest',
      '0x3',
      hash,
      hash.toUpperCase().replace('X', 'x'),
      { blockNumber: '0x3' },
      { blockHash: hash },
      { blockHash: hash, requireCanonical: true },
    ]
    expect(
      selectors.map((selector) =>
        resultOf(sealed, 'eth_getBalance', bob, selector),
      ),
    ).toEqual(selectors.map(() => '0x5'))
    expect(
      selectors.map((selector) =>
        resultOf(sealed, 'eth_getBlockReceipts', selector),
      ),
    ).toEqual(
      selectors.map(() => resultOf(sealed, 'eth_getBlockReceipts', '0x3')),
    )
  })

  test('behavior: an unknown block is null', () => {
    expect([
      resultOf(view, 'eth_getBlockByNumber', '0x3', true),
      resultOf(view, 'eth_getBlockByHash', word('1'), true),
      resultOf(view, 'eth_getBlockReceipts', '0x3'),
      resultOf(view, 'eth_getBlockReceipts', { blockHash: word('1') }),
      resultOf(view, 'eth_getTransactionByHash', word('1')),
      resultOf(view, 'eth_getTransactionReceipt', word('1')),
    ]).toEqual([null, null, null, null, null, null])
  })

  test('error: state of an unknown block', () => {
    expect(
      [
        ['eth_getBalance', bob, '0x3'],
        ['eth_getCode', bob, { blockNumber: '0xff' }],
        ['eth_getStorageAt', bob, '0x1', { blockHash: word('1') }],
        ['eth_getTransactionCount', bob, word('A')],
      ].map(([method, ...params]) => errorOf(view, { method, params })),
    ).toMatchInlineSnapshot(`
      [
        {
          "code": -32001,
          "message": "block not found: 0x3",
        },
        {
          "code": -32001,
          "message": "block not found: 0xff",
        },
        {
          "code": -32001,
          "message": "block not found: 0x0000000000000000000000000000000000000000000000000000000000000001",
        },
        {
          "code": -32001,
          "message": "block not found: 0x000000000000000000000000000000000000000000000000000000000000000a",
        },
      ]
    `)
  })

  test('behavior: the partial hash names no block', () => {
    const { hash } = resultOf(
      view,
      'eth_getBlockByNumber',
      'pending',
      false,
    ) as { hash: string }
    expect(resultOf(view, 'eth_getBlockReceipts', hash)).toBeNull()
    expect(
      errorOf(view, { method: 'eth_getBalance', params: [bob, hash] }),
    ).toEqual({ code: -32001, message: `block not found: ${hash}` })
  })
})
