import { keccak256, parseTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createTransaction } from '../../src/chain/model/createTransaction.js'
import type { PreconfirmParameters } from '../../src/chain/model/transaction.js'
import { alice, bob, carol, word } from './intents.js'

const context = { chainId: 10, nonce: 4, baseFeePerGas: 50n }

const make = (parameters: Partial<PreconfirmParameters> = {}) =>
  createTransaction({ from: alice, to: bob, ...parameters }, context)

describe('createTransaction', () => {
  test('default', () => {
    const { envelope, script, ...transaction } = make()
    expect({
      ...transaction,
      envelope: toHex(envelope),
      script: { ...script, logsBloom: script?.logsBloom.length },
    }).toMatchInlineSnapshot(`
      {
        "accessList": [],
        "blobGasUsed": 0n,
        "chainId": 10,
        "data": "0x",
        "decision": null,
        "envelope": "0x02f8620a048064825208940000000000000000000000000000000000000b0b8080c080a079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798a07c8c5ed3ffbe922ba12f7a078e4564036c5faf8821f136cf7df6418ca396ed54",
        "from": "0x00000000000000000000000000000000000a11ce",
        "gas": 21000n,
        "hash": "0xe59512c87190a2f0d558d1a1bb276de1bb66481c9849241d22a06920ab1a0f12",
        "l1": {},
        "label": undefined,
        "lastRun": undefined,
        "maxFeePerGas": 100n,
        "maxPriorityFeePerGas": 0n,
        "nonce": 4,
        "script": {
          "blobGasUsed": 0n,
          "changes": {},
          "failure": null,
          "gasUsed": 21000n,
          "l1": {},
          "logs": [],
          "logsBloom": 514,
          "status": "success",
        },
        "signature": {
          "r": "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
          "s": "0x7c8c5ed3ffbe922ba12f7a078e4564036c5faf8821f136cf7df6418ca396ed54",
          "v": 0n,
          "yParity": 0,
        },
        "to": "0x0000000000000000000000000000000000000b0b",
        "type": "eip1559",
        "value": 0n,
      }
    `)
  })

  test('behavior: its hash is that of its envelope, which says the same', () => {
    const { envelope, hash } = make({
      value: 3n,
      data: '0x12',
      accessList: [{ address: carol, storageKeys: [word('1')] }],
    })
    expect(keccak256(envelope)).toBe(hash)
    expect(parseTransaction(toHex(envelope) as `0x02${string}`)).toMatchObject({
      chainId: 10,
      nonce: 4,
      value: 3n,
      data: '0x12',
      gas: 21_000n,
      maxFeePerGas: 100n,
      to: bob,
    })
  })

  test('behavior: the same parameters give the same hash, others another', () => {
    const { hash } = make({ value: 1n })
    expect(make({ value: 1n }).hash).toBe(hash)
    const others = [
      make({ value: 2n }),
      make({ value: 1n, data: '0x00' }),
      make({ value: 1n, from: carol }),
      make({ value: 1n, to: null }),
      make({ value: 1n, gas: 22_000n }),
      make({ value: 1n, type: 'legacy' }),
      createTransaction(
        { from: alice, to: bob, value: 1n },
        { ...context, nonce: 5 },
      ),
      createTransaction(
        { from: alice, to: bob, value: 1n },
        { ...context, chainId: 1 },
      ),
    ].map((other) => other.hash)
    expect(new Set([hash, ...others]).size).toBe(9)
  })

  test('behavior: what it does beyond its envelope is no part of the hash', () => {
    const { hash } = make({ gas: 50_000n })
    const effects: Partial<PreconfirmParameters>[] = [
      { gasUsed: 50_000n },
      { status: 'reverted' as const },
      { logs: [{ address: bob }] },
      { changes: { [bob]: { balance: 1n } } },
      { label: 'a' },
      { blobGasUsed: 1n },
    ]
    for (const effect of effects)
      expect(make({ gas: 50_000n, ...effect }).hash).toBe(hash)
  })

  test.each([
    ['legacy', { gasPrice: 100n }],
    ['eip2930', { gasPrice: 100n, accessList: [] }],
    [
      'eip1559',
      { maxFeePerGas: 100n, maxPriorityFeePerGas: 0n, accessList: [] },
    ],
    [
      'eip7702',
      { maxFeePerGas: 100n, maxPriorityFeePerGas: 0n, accessList: [] },
    ],
    ['deposit', {}],
  ] as const)('options: type %s has its own fields', (type, own) => {
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList } = make({
      type,
    })
    expect(
      JSON.parse(
        JSON.stringify(
          { gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList },
          (_, value) => (typeof value === 'bigint' ? `${value}` : value),
        ),
      ),
    ).toEqual(
      JSON.parse(
        JSON.stringify(own, (_, value) =>
          typeof value === 'bigint' ? `${value}` : value,
        ),
      ),
    )
  })

  test('behavior: the highest fee is twice the base fee, and the tip on top', () => {
    expect(make({ maxPriorityFeePerGas: 7n }).maxFeePerGas).toBe(107n)
    expect(make({ maxFeePerGas: 7n }).maxFeePerGas).toBe(7n)
    expect(make({ type: 'legacy' }).gasPrice).toBe(100n)
  })

  test('behavior: gas is the gas used', () => {
    expect(make({ gasUsed: 40_000n }).gas).toBe(40_000n)
    expect(make({ gasUsed: 40_000n, gas: 50_000n }).gas).toBe(50_000n)
    expect(make({ gas: 50_000n }).script?.gasUsed).toBe(21_000n)
  })

  test('behavior: deposits of one account differ by their source', () => {
    const deposit = { type: 'deposit' as const }
    const [first, next] = [4, 5].map((nonce) =>
      createTransaction(
        { from: alice, to: bob, ...deposit },
        { ...context, nonce },
      ),
    )
    expect(first?.sourceHash).not.toBe(next?.sourceHash)
    expect(first?.hash).not.toBe(next?.hash)
    expect(first?.signature).toBe(undefined)
    expect(make({ ...deposit, sourceHash: word('9') })).toMatchObject({
      sourceHash: word('9'),
      mint: 0n,
      isSystemTx: false,
    })
  })

  test('behavior: an authorization that nobody signed is well-formed', () => {
    const { authorizationList } = make({
      type: 'eip7702',
      authorizationList: [
        { chainId: 1, address: bob, nonce: 2 },
        {
          chainId: 1,
          address: bob,
          nonce: 2,
          r: word('5'),
          s: word('6'),
          yParity: 1,
        },
      ],
    })
    expect(authorizationList).toEqual([
      {
        chainId: 1,
        address: bob,
        nonce: 2,
        r: word('1'),
        s: word('1'),
        yParity: 0,
      },
      {
        chainId: 1,
        address: bob,
        nonce: 2,
        r: word('5'),
        s: word('6'),
        yParity: 1,
      },
    ])
  })
})
