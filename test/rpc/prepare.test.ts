import { describe, expect, test } from 'vitest'
import { servedMethods } from '../../src/rpc/methods/methods.js'
import { prepare, preparedSelector } from '../../src/rpc/request.js'
import type { AnyHandler } from '../../src/rpc/view/view.js'
import { alice, newChain, newView, word } from './newView.js'

const view = newView(newChain())
const handled = newView(newChain(), {
  handlers: new Map<string, AnyHandler>([
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
      method: 'eth_getBalance',
      answer: expect.any(Function),
      reads: 'state',
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
      handler: handled.handlers?.get('eth_getBalance'),
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
      selector(handled, 'foo_bar', {}, 'pending'),
    ]).toEqual(Array(8).fill(undefined))
  })

  test.each([
    'eth_requestAccounts',
    'personal_sign',
    'wallet_switchEthereumChain',
  ])('error: %s is answered by a wallet', (method) => {
    expect(prepare(view, method, [])).toMatchObject({
      error: { message: expect.stringContaining('createWallet(node)') },
    })
  })

  test('error: unknown method', () => {
    expect(prepare(handled, 'eth_foo', [])).toEqual({
      type: 'refused',
      error: {
        code: -32601,
        message: `Method not found: "eth_foo". Answer it with node.handle("eth_foo", …). The error's data lists what is served.`,
        data: { methods: [...servedMethods, 'foo_bar'].sort() },
      },
      reads: 'nothing',
      selector: undefined,
    })
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
