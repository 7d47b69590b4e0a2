import { describe, expect, test } from 'vitest'
import { isPresealError } from '../../src/base/errors/errors.js'
import { transactionFields } from '../../src/node/schema/preconfirm.js'
import {
  alice,
  bob,
  deepFreeze,
  hash,
  refusal,
} from '../node/schema/refusal.js'
import { says } from '../says.js'
import { parseVerb } from './parseVerb.js'

const refuse = (verb: string, ...parameters: unknown[]) =>
  parameters.map((given) => refusal(() => parseVerb(verb, given)))

const preconfirm = (...parameters: object[]) =>
  refuse(
    'preconfirm',
    ...parameters.map((some) => ({ from: alice, data: '0x00', ...some })),
  )

const authorization = { chainId: 0, address: bob, nonce: 0 }

describe('preconfirm', () => {
  test('behavior: null is absent where a field of preconfirm may be', () => {
    const absent = Object.fromEntries(
      Object.keys(transactionFields('code')).map((name) => [name, null]),
    )
    expect(
      parseVerb('preconfirm', { ...absent, type: null, from: alice }),
    ).toEqual({ from: alice.toLowerCase(), to: null })
    expect(() =>
      parseVerb('preconfirm', { ...absent, from: null, fee: null }),
    ).toThrow(/^preconfirm: "from" is null, .+ "fee" is an unknown key/)
  })

  test('default', () => {
    expect(parseVerb('preconfirm', { from: alice, to: bob })).toEqual({
      from: alice.toLowerCase(),
      to: bob.toLowerCase(),
    })
  })

  test('behavior: everything is canonical', () => {
    expect(
      parseVerb(
        'preconfirm',
        deepFreeze({
          from: alice,
          to: bob,
          value: 1n,
          nonce: 0,
          gas: 50_000n,
          gasUsed: 50_000n,
          data: '0xAB',
          type: 'eip7702',
          maxFeePerGas: 2n,
          maxPriorityFeePerGas: 2n,
          accessList: [{ address: bob, storageKeys: [hash] }],
          authorizationList: [
            authorization,
            { ...authorization, r: '0xA', s: '0x1', yParity: 1 },
          ],
          blobGasUsed: 0n,
          logs: [
            { address: bob },
            { address: bob, topics: [hash, hash, hash, hash], data: '0xCD' },
          ],
          status: 'success',
          changes: { [bob]: { storage: { '0x1': '0xF' } } },
          label: 'pay',
        }),
      ),
    ).toMatchInlineSnapshot(`
      {
        "accessList": [
          {
            "address": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
            "storageKeys": [
              "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
            ],
          },
        ],
        "authorizationList": [
          {
            "address": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
            "chainId": 0,
            "nonce": 0,
          },
          {
            "address": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
            "chainId": 0,
            "nonce": 0,
            "r": "0x000000000000000000000000000000000000000000000000000000000000000a",
            "s": "0x0000000000000000000000000000000000000000000000000000000000000001",
            "yParity": 1,
          },
        ],
        "blobGasUsed": 0n,
        "changes": {
          "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0": {
            "storage": {
              "0x0000000000000000000000000000000000000000000000000000000000000001": "0x000000000000000000000000000000000000000000000000000000000000000f",
            },
          },
        },
        "data": "0xab",
        "from": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
        "gas": 50000n,
        "gasUsed": 50000n,
        "label": "pay",
        "logs": [
          {
            "address": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
          },
          {
            "address": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
            "data": "0xcd",
            "topics": [
              "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
              "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
              "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
              "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
            ],
          },
        ],
        "maxFeePerGas": 2n,
        "maxPriorityFeePerGas": 2n,
        "nonce": 0,
        "status": "success",
        "to": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
        "type": "eip7702",
        "value": 1n,
      }
    `)
    expect(
      parseVerb('preconfirm', {
        from: alice,
        to: null,
        gasUsed: 0n,
        type: 'deposit',
        sourceHash: hash,
        mint: 1n,
        isSystemTx: false,
        value: undefined,
      }),
    ).toMatchInlineSnapshot(`
      {
        "from": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
        "gasUsed": 0n,
        "isSystemTx": false,
        "mint": 1n,
        "sourceHash": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
        "to": null,
        "type": "deposit",
      }
    `)
  })

  test('behavior: l1 fees, but not of a deposit', () => {
    const l1 = { l1Fee: 5n, l1GasUsed: 1_600n }
    const parsed = parseVerb('preconfirm', { from: alice, to: null, l1 })
    expect(parsed.l1).toEqual(l1)
    expect(parsed.l1).not.toBe(l1)
    expect(() =>
      parseVerb('preconfirm', {
        from: alice,
        to: null,
        type: 'deposit',
        l1,
      }),
    ).toThrow('Deposits pay nothing for L1 data.')
    expect(() =>
      parseVerb('preconfirm', { from: alice, l1: { l1Fee: 5 } }),
    ).toThrow('"l1.l1Fee" is 5, expected a bigint of wei')
  })

  test('error: a field', () => {
    expect(
      preconfirm(
        { from: undefined },
        { from: { address: alice, type: 'local' } },
        { from: 'alice.eth' },
        { to: alice.slice(0, 40) },
        { value: 1 },
        { value: 1.5 },
        { value: '0x1' },
        { value: -1n },
        { value: 2n ** 256n },
        { nonce: 1n },
        { gasUsed: 21_000 },
        { gas: 2n ** 64n },
        { data: '0x1' },
        { type: 'eip4844' },
        { type: '0x2' },
        { maxFeePerGas: 1 },
        { accessList: [{ address: bob }] },
        { accessList: [{ address: bob, storageKeys: ['0x1'] }] },
        {
          type: 'eip7702',
          authorizationList: [{ ...authorization, yParity: 2 }],
        },
        { logs: [{}] },
        { logs: [{ address: bob, topics: ['0x1'] }] },
        { status: 'failed' },
        { changes: { [alice]: { balance: -1n } } },
        { label: '' },
        { type: 'deposit', isSystemTx: 'yes' },
        { gasLimit: 1n },
        { form: alice },
      ),
    ).toEqual(
      [
        'InvalidParametersError … "from" … expected a 20-byte address as 0x',
        'InvalidParametersError … "from" … Write the "address" of the',
        'InvalidParametersError … "from" … Names are not resolved: write',
        'InvalidParametersError … "to" … expected a 20-byte address as 0x',
        'InvalidParametersError … "value" … Write 1n for wei, or',
        'InvalidParametersError … "value" … Write parseEther(\'1.5\') for',
        'InvalidParametersError … "value" … Write 1n for wei, or',
        'InvalidParametersError … "value" … expected a bigint of wei from',
        'InvalidParametersError … "value" … expected a bigint of wei from',
        'InvalidParametersError … "nonce" … Write the number 1.',
        'InvalidParametersError … "gasUsed" … Write 21000n.',
        'InvalidParametersError … "gas" … expected a bigint of gas from 0n',
        'InvalidParametersError … "data" … expected bytes as 0x and an even',
        'InvalidParametersError … "type" … expected one of "legacy",',
        'InvalidParametersError … "type" … expected one of "legacy",',
        'InvalidParametersError … "maxFeePerGas" … Write 1n.',
        'InvalidParametersError … "accessList[0].storageKeys" … expected an array.',
        'InvalidParametersError … "accessList[0].storageKeys[0]" … expected a 32-byte hash',
        'InvalidParametersError … "authorizationList[0].yParity" … expected 0 or 1.',
        'InvalidParametersError … "logs[0].address" … expected a 20-byte',
        'InvalidParametersError … "logs[0].topics[0]" … expected a 32-byte hash',
        'InvalidParametersError … "status" … expected one of "success",',
        'InvalidParametersError … expected a bigint of wei from 0n to below',
        'InvalidParametersError … "label" … expected a string of at least',
        'InvalidParametersError … "isSystemTx" … expected true or false.',
        'InvalidParametersError … "gasLimit" … expected "gas", the nearest',
        'InvalidParametersError … "form" … expected "from", the nearest',
      ].map(says),
    )
  })

  test('error: a field that the type does not have', () => {
    expect(
      preconfirm(
        { gasPrice: 1n },
        {
          type: 'eip7702',
          to: bob,
          authorizationList: [authorization],
          gasPrice: 1n,
        },
        { type: 'deposit', gasPrice: 0n },
        { type: 'legacy', maxFeePerGas: 1n, maxPriorityFeePerGas: 0n },
        { type: 'eip2930', maxFeePerGas: 1n },
        { type: 'deposit', maxFeePerGas: 1n },
        { type: 'legacy', accessList: [] },
        { type: 'deposit', accessList: [] },
        { authorizationList: [] },
        { type: 'eip1559', sourceHash: hash, mint: 0n, isSystemTx: false },
      ),
    ).toEqual(
      [
        'InvalidParametersError … "gasPrice" … Write "maxFeePerGas", or',
        'InvalidParametersError … "gasPrice" … Write "maxFeePerGas", or',
        'InvalidParametersError … "gasPrice" … Write "maxFeePerGas", or',
        'InvalidParametersError … "maxFeePerGas" … Leave it out, or write',
        'InvalidParametersError … "maxFeePerGas" … Leave it out, or write',
        'InvalidParametersError … "maxFeePerGas" … Leave it out, or write',
        'InvalidParametersError … "accessList" … Leave it out, or write',
        'InvalidParametersError … "accessList" … Leave it out, or write',
        'InvalidParametersError … "authorizationList" … Leave it out, or write',
        'InvalidParametersError … "sourceHash" … Leave it out, or write',
      ].map(says),
    )
  })

  test('error: fields that do not fit each other', () => {
    expect(
      preconfirm(
        { gas: 20_999n },
        { gas: 1n, gasUsed: 2n },
        { maxFeePerGas: 1n, maxPriorityFeePerGas: 2n },
        { type: 'eip7702' },
        { type: 'eip7702', to: null, authorizationList: [] },
        {
          logs: [
            { address: bob },
            { address: bob, topics: Array(5).fill(hash) },
          ],
        },
        {
          status: 'reverted',
          logs: [{ address: bob }],
          changes: { [bob]: { nonce: 1 } },
        },
      ),
    ).toEqual(
      [
        'InvalidParametersError … "gas" … Raise "gas", or lower "gasUsed".',
        'InvalidParametersError … "gas" … Raise "gas", or lower "gasUsed".',
        'InvalidParametersError … "maxFeePerGas" … expected at least',
        'InvalidParametersError … "to" … EIP-7702 transactions create no',
        'InvalidParametersError … "to" … EIP-7702 transactions create no',
        'InvalidParametersError … "logs[1].topics" … expected at most 4',
        'InvalidParametersError … "logs" … A reverted transaction only pays',
      ].map(says),
    )
    expect(
      preconfirm(
        { gas: 21_000n },
        { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
        { maxPriorityFeePerGas: 5n },
        { status: 'reverted', logs: [], changes: {} },
        { type: 'eip2930', gasPrice: 0n, accessList: [] },
      ),
    ).toEqual(Array(5).fill('nothing'))
  })

  test('error: no parameters', () => {
    expect(
      refuse(
        'preconfirm',
        undefined,
        null,
        alice,
        [],
        new Set(),
        async () => {},
      ),
    ).toEqual(
      [
        'InvalidParametersError … expected a transaction object, such as {',
        'InvalidParametersError … expected a transaction object, such as {',
        'InvalidParametersError … expected a transaction object, such as {',
        'InvalidParametersError … expected a transaction object, such as {',
        'InvalidParametersError … expected a transaction object, such as {',
        'InvalidParametersError … expected a transaction object, such as {',
      ].map(says),
    )
  })

  test('error: hostile objects', () => {
    const thrower = new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
        getPrototypeOf() {
          throw new Error('no')
        },
      },
    )
    expect([
      ...preconfirm(
        { to: thrower },
        { value: thrower },
        { logs: thrower },
        { logs: [thrower] },
        { changes: thrower },
        { changes: { [alice]: { storage: thrower } } },
        {
          logs: new Proxy([{}], {
            get(target, key) {
              if (key === '0') throw new Error('no')
              return Reflect.get(target, key)
            },
          }),
        },
      ),
      ...refuse(
        'preconfirm',
        {
          from: alice,
          get value() {
            throw new Error('no')
          },
        },
        JSON.parse(`{ "from": "${alice}", "__proto__": { "value": 1 } }`),
      ),
    ]).toEqual(
      [
        'InvalidParametersError … "to" … expected a 20-byte address as 0x and',
        'InvalidParametersError … "value" … expected a bigint of wei from',
        'InvalidParametersError … "logs" … expected an array.',
        'InvalidParametersError … "logs[0]" … expected an object { address,',
        'InvalidParametersError … "changes" … expected an object of',
        'InvalidParametersError … expected an object of values by storage',
        'InvalidParametersError … "logs" … expected an array.',
        'InvalidParametersError … "value" … expected a transaction object,',
        'InvalidParametersError … "__proto__" … Write to: null if neither',
      ].map(says),
    )
  })

  test('error: the problems as data', () => {
    let thrown: unknown
    try {
      parseVerb('preconfirm', { value: 1 })
    } catch (error) {
      thrown = error
    }
    if (!isPresealError(thrown, 'InvalidParametersError')) throw thrown
    expect(thrown.problems).toMatchInlineSnapshot(`
      [
        {
          "expected": "a 20-byte address as 0x and 40 hex digits",
          "given": "missing",
          "path": "from",
        },
        {
          "advice": "Write 1n for wei, or parseEther('1') for ether.",
          "expected": "a bigint of wei from 0n to below 2^256",
          "given": "1",
          "path": "value",
        },
      ]
    `)
  })
})

describe('the other verbs', () => {
  test('default', () => {
    const given = (address: string, hash: string) =>
      [
        ['drop', hash],
        ['setBalance', { address, value: 0n }],
        ['setNonce', { address, nonce: 0 }],
        ['setCode', { address, bytecode: '0x' }],
        ['setStorageAt', { address, index: hash, value: hash }],
        ['fault', { type: 'stale', beats: 1 }],
        ['advance', 0],
        ['nextBeat', 10],
        ['nextBlock', 1],
      ] as const
    const address = alice.toLowerCase()
    expect(
      given(alice, hash).map(([verb, value]) => parseVerb(verb, value)),
    ).toEqual(given(address, hash.toLowerCase()).map(([, value]) => value))
    const short = { address, index: 0, value: '0x0' }
    const zero = `0x${'0'.repeat(64)}`
    const whole = { address, index: zero, value: zero }
    expect(parseVerb('setStorageAt', short)).toEqual(whole)
  })

  test('error: a value', () => {
    expect([
      ...refuse('drop', {}, '', { hash: alice }),
      ...refuse('setBalance', { address: alice, value: 1 }, { value: -1n }),
      ...refuse('setNonce', { address: alice, nonce: 1n }),
      ...refuse('setNonce', { address: alice, nonce: 2 ** 53 }),
      ...refuse('setNonce', { address: alice, nonce: 2n ** 64n }),
      ...refuse('setCode', { address: alice, code: '0x' }),
      ...refuse('setCode', { address: alice, bytecode: '0xf' }),
      ...refuse('setStorageAt', { address: alice, index: -1, value: '0x' }),
      ...refuse('setStorageAt', { address: alice, index: 1n, value: 1n }),
      ...refuse('fault', 'null', { type: 'nil' }),
      ...refuse('advance', -1, 0.5, '200', undefined, 2 ** 53),
      ...refuse('nextBeat', 1n),
      ...refuse('nextBlock', null),
    ]).toEqual(
      [
        'InvalidParametersError … expected a transaction: its hash, its',
        'InvalidParametersError … expected a transaction: its hash, its',
        'InvalidParametersError … "hash" … expected a 32-byte hash as 0x',
        'InvalidParametersError … "value" … Write 1n for wei, or',
        'InvalidParametersError … "address" … expected a 20-byte address as',
        'InvalidParametersError … "nonce" … Write the number 1.',
        'InvalidParametersError … "nonce" … expected a nonce from 0 to',
        'InvalidParametersError … "nonce" … expected a nonce from 0 to',
        'InvalidParametersError … "bytecode" … expected bytes as 0x and an',
        'InvalidParametersError … "bytecode" … expected bytes as 0x and an',
        'InvalidParametersError … "index" … expected a hexadecimal integer',
        'InvalidParametersError … "index" … Write "0x1".',
        'InvalidParametersError … "null" … expected a fault, such as {',
        'InvalidParametersError … "type" … expected one of',
        'InvalidParametersError … "ms" … expected a whole number of ms from',
        'InvalidParametersError … "ms" … Write 500, which is in ms.',
        'InvalidParametersError … "ms" … Write the number 200.',
        'InvalidParametersError … "ms" … expected a whole number of ms from',
        'InvalidParametersError … "ms" … expected a whole number of ms from',
        'InvalidParametersError … "beats" … Write the number 1.',
        'InvalidParametersError … "blocks" … expected an integer from 0 to',
      ].map(says),
    )
  })
})
