import { describe, expect, test } from 'vitest'
import { alice, ask, bob, errorOf, newChain, newView, word } from './newView.js'

const view = newView(newChain())
const refusal = (method: string, ...params: unknown[]) => {
  const { code, message } = errorOf(view, { method, params })
  return `${code} ${message}`
}

describe('params', () => {
  test.each([
    ['eth_blockNumber', []],
    ['eth_chainId', []],
    ['eth_getBalance', [alice, 'latest']],
    ['eth_getBalance', [alice.toUpperCase().replace('X', 'x'), '0x0']],
    ['eth_getBalance', [alice, { blockNumber: '0x1' }]],
    ['eth_getBlockByHash', [word('1'), false]],
    ['eth_getBlockByNumber', ['pending', true]],
    ['eth_getBlockReceipts', ['safe']],
    ['eth_getCode', [alice, 'finalized']],
    ['eth_getStorageAt', [bob, '0x1', 'earliest']],
    ['eth_getStorageAt', [bob, word('1'), 'earliest']],
    ['eth_getTransactionByHash', [word('1')]],
    ['eth_getTransactionCount', [alice, 'pending']],
    ['eth_getTransactionReceipt', [word('1')]],
    ['net_version', []],
    ['web3_clientVersion', []],
  ])('default: %s %j', (method, params) => {
    expect(ask(view, { method, params }).type).toBe('result')
  })

  test('behavior: absent params are none', () => {
    expect(ask(view, { method: 'eth_chainId' })).toEqual({
      type: 'result',
      value: '0x7a69',
    })
  })

  test.each([
    [12],
    [null],
    [undefined],
    [''],
    ['a11ce'],
    ['0x'],
    [`0x${'0'.repeat(38)}`],
    [`0x${'0'.repeat(39)}`],
    [`0x${'0'.repeat(42)}`],
    [`0x${'g'.repeat(40)}`],
    [`0X${'0'.repeat(40)}`],
    [`${alice}\n`],
    [[alice]],
    [{ address: alice }],
    [5n],
    [() => alice],
    [Symbol('alice')],
  ])('error: address %o', (address) => {
    expect(refusal('eth_getBalance', address, 'latest')).toMatch(
      /^-32602 Invalid parameter 1 "address": given .+, expected a 20-byte address as 0x and 40 hex digits$/,
    )
  })

  test('error: says position, name, value and expectation', () => {
    expect([
      refusal('eth_getBalance', '0x12', 'latest'),
      refusal('eth_getBalance'),
      refusal('eth_getStorageAt', alice),
      refusal('eth_getBalance', alice, 'latest', 'latest'),
      refusal('eth_chainId', 'latest'),
      refusal('eth_getStorageAt', alice, '5', 'latest'),
      refusal('eth_getStorageAt', alice, `0x${'f'.repeat(65)}`, 'latest'),
      refusal('eth_getStorageAt', alice, 5, 'latest'),
      refusal('eth_getBlockByNumber', 'latest', 'true'),
      refusal('eth_getBlockByNumber', 'latest'),
      refusal('eth_getBlockByNumber', word('1'), true),
      refusal('eth_getBlockByNumber', { blockNumber: '0x1' }, true),
      refusal('eth_getBlockByHash', '0x1', true),
      refusal('eth_getTransactionReceipt', 'latest'),
    ]).toMatchInlineSnapshot(`
      [
        "-32602 Invalid parameter 1 "address": given "0x12", expected a 20-byte address as 0x and 40 hex digits",
        "-32602 Invalid parameter 1 "address": given nothing, expected a 20-byte address as 0x and 40 hex digits",
        "-32602 Invalid parameter 2 "slot": given nothing, expected a hexadecimal integer of at most 32 bytes",
        "-32602 Surplus parameter 3: given "latest", expected 2 ("address", "block")",
        "-32602 Surplus parameter 1: given "latest", expected no parameters",
        "-32602 Invalid parameter 2 "slot": given "5", expected a hexadecimal integer of at most 32 bytes",
        "-32602 Invalid parameter 2 "slot": given "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", expected a hexadecimal integer of at most 32 bytes",
        "-32602 Invalid parameter 2 "slot": given 5, expected a hexadecimal integer of at most 32 bytes",
        "-32602 Invalid parameter 2 "fullTransactions": given "true", expected true or false",
        "-32602 Invalid parameter 2 "fullTransactions": given nothing, expected true or false",
        "-32602 Invalid parameter 1 "block": given "0x0000000000000000000000000000000000000000000000000000000000000001", expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
        "-32602 Invalid parameter 1 "block": given {"blockNumber":"0x1"}, expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
        "-32602 Invalid parameter 1 "blockHash": given "0x1", expected a 32-byte hash as 0x and 64 hex digits",
        "-32602 Invalid parameter 1 "transactionHash": given "latest", expected a 32-byte hash as 0x and 64 hex digits",
      ]
    `)
  })

  test.each([
    ['Latest'],
    ['PENDING'],
    ['unsafe'],
    [''],
    ['0x'],
    ['0x01'],
    ['0X1'],
    ['1'],
    ['-0x1'],
    ['0x1g'],
    [`0x${'f'.repeat(63)}`],
    [1],
    [1n],
    [null],
    [undefined],
    [true],
    [['latest']],
  ])('error: block selector %o', (selector) => {
    expect(refusal('eth_getBlockReceipts', selector)).toMatch(
      /^-32602 Invalid parameter 1 "block": given .+, expected a block number below 2\^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest, a 32-byte block hash or an EIP-1898 object$/,
    )
  })

  test('error: block hashes and EIP-1898 objects', () => {
    expect(
      [
        `0x${'0'.repeat(63)}g`,
        {},
        { blockNumber: 'Latest' },
        { blockNumber: 1 },
        { blockHash: '0x1' },
        { blockHash: word('1'), requireCanonical: 'yes' },
        { blockHash: word('1'), blockNumber: '0x1' },
        JSON.parse('{ "__proto__": { "blockNumber": "0x1" } }'),
      ].map((selector) => refusal('eth_getBlockReceipts', selector)),
    ).toMatchInlineSnapshot(`
      [
        "-32602 Invalid parameter 1 "block": given "0x000000000000000000000000000000000000000000000000000000000000000g", expected a 32-byte hash as 0x and 64 hex digits",
        "-32602 Invalid parameter 1 "block": given {}, expected an EIP-1898 object: either { blockNumber } or { blockHash, requireCanonical? }",
        "-32602 Invalid parameter 1 "block": given "Latest", expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
        "-32602 Invalid parameter 1 "block": given 1, expected a block number below 2^64 as hex without leading zeros, or one of latest, pending, safe, finalized, earliest",
        "-32602 Invalid parameter 1 "block": given "0x1", expected a 32-byte hash as 0x and 64 hex digits",
        "-32602 Invalid parameter 1 "block": given "yes", expected "requireCanonical" as a boolean",
        "-32602 Invalid parameter 1 "block": given {"blockHash":"0x0000000000000000000000000000000000000000000000000000000000000001… (102 characters), expected an EIP-1898 object: either { blockNumber } or { blockHash, requireCanonical? }",
        "-32602 Invalid parameter 1 "block": params[0].__proto__ is a "__proto__" key, expected a plain JSON value (quantities as hex)",
      ]
    `)
  })

  test.each([
    null,
    'latest',
    5,
    true,
    {},
    { 0: 'latest', length: 1 },
    new Set(['latest']),
  ])('error: params are no array: %j', (params) => {
    const { code, message } = errorOf(view, { method: 'eth_chainId', params })
    expect(code).toBe(-32602)
    expect(message).toMatch(/^Invalid parameters: given .+, expected an array$/)
  })
})
