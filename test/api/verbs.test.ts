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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: preconfirm: "from" is missing, expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidParametersError: preconfirm: "from" is {"address":"0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1","type":"local"}, expected a 20-byte address as 0x and 40 hex digits. Write the "address" of the account.",
        "InvalidParametersError: preconfirm: "from" is "alice.eth", expected a 20-byte address as 0x and 40 hex digits. Names are not resolved: write the address.",
        "InvalidParametersError: preconfirm: "to" is "0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1", expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidParametersError: preconfirm: "value" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether.",
        "InvalidParametersError: preconfirm: "value" is 1.5, expected a bigint of wei from 0n to below 2^256. Write parseEther('1.5') for ether.",
        "InvalidParametersError: preconfirm: "value" is "0x1", expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether.",
        "InvalidParametersError: preconfirm: "value" is -1n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidParametersError: preconfirm: "value" is 115792089237316195423570985008687907853269984665640564039457584007913129639936n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidParametersError: preconfirm: "nonce" is 1n, expected an integer from 0 to 2^53 - 1. Write the number 1.",
        "InvalidParametersError: preconfirm: "gasUsed" is 21000, expected a bigint of gas from 0n to below 2^64. Write 21000n.",
        "InvalidParametersError: preconfirm: "gas" is 18446744073709551616n, expected a bigint of gas from 0n to below 2^64.",
        "InvalidParametersError: preconfirm: "data" is "0x1", expected bytes as 0x and an even number of hex digits.",
        "InvalidParametersError: preconfirm: "type" is "eip4844", expected one of "legacy", "eip2930", "eip1559", "eip7702", "deposit".",
        "InvalidParametersError: preconfirm: "type" is "0x2", expected one of "legacy", "eip2930", "eip1559", "eip7702", "deposit".",
        "InvalidParametersError: preconfirm: "maxFeePerGas" is 1, expected a bigint of wei per gas from 0n to below 2^256. Write 1n.",
        "InvalidParametersError: preconfirm: "accessList[0].storageKeys" is missing, expected an array.",
        "InvalidParametersError: preconfirm: "accessList[0].storageKeys[0]" is "0x1", expected a 32-byte hash as 0x and 64 hex digits.",
        "InvalidParametersError: preconfirm: "authorizationList[0].yParity" is 2, expected 0 or 1.",
        "InvalidParametersError: preconfirm: "logs[0].address" is missing, expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidParametersError: preconfirm: "logs[0].topics[0]" is "0x1", expected a 32-byte hash as 0x and 64 hex digits.",
        "InvalidParametersError: preconfirm: "status" is "failed", expected one of "success", "reverted".",
        "InvalidParametersError: preconfirm: "changes.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is -1n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidParametersError: preconfirm: "label" is "", expected a string of at least one character.",
        "InvalidParametersError: preconfirm: "isSystemTx" is "yes", expected true or false.",
        "InvalidParametersError: preconfirm: "gasLimit" is an unknown key, expected "gas", the nearest known one.",
        "InvalidParametersError: preconfirm: "form" is an unknown key, expected "from", the nearest known one.",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: preconfirm: "gasPrice" is 1n, expected nothing with type "eip1559", the default. Write "maxFeePerGas", or type: "legacy".",
        "InvalidParametersError: preconfirm: "gasPrice" is 1n, expected nothing with type "eip7702". Write "maxFeePerGas", or type: "legacy".",
        "InvalidParametersError: preconfirm: "gasPrice" is 0n, expected nothing with type "deposit". Write "maxFeePerGas", or type: "legacy".",
        "InvalidParametersError: preconfirm: "maxFeePerGas" is 1n, expected nothing with type "legacy". Leave it out, or write type: "eip1559". "maxPriorityFeePerGas" is 0n, expected nothing with type "legacy". Leave it out, or write type: "eip1559".",
        "InvalidParametersError: preconfirm: "maxFeePerGas" is 1n, expected nothing with type "eip2930". Leave it out, or write type: "eip1559".",
        "InvalidParametersError: preconfirm: "maxFeePerGas" is 1n, expected nothing with type "deposit". Leave it out, or write type: "eip1559".",
        "InvalidParametersError: preconfirm: "accessList" is an array of 0, expected nothing with type "legacy". Leave it out, or write type: "eip2930".",
        "InvalidParametersError: preconfirm: "accessList" is an array of 0, expected nothing with type "deposit". Leave it out, or write type: "eip2930".",
        "InvalidParametersError: preconfirm: "authorizationList" is an array of 0, expected nothing with type "eip1559", the default. Leave it out, or write type: "eip7702".",
        "InvalidParametersError: preconfirm: "sourceHash" is "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe", expected nothing with type "eip1559". Leave it out, or write type: "deposit". "mint" is 0n, expected nothing with type "eip1559". Leave it out, or write type: "deposit". "isSystemTx" is false, expected nothing with type "eip1559". Leave it out, or write type: "deposit".",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: preconfirm: "gas" is 20999n, expected at least "gasUsed", which is 21000n. Raise "gas", or lower "gasUsed".",
        "InvalidParametersError: preconfirm: "gas" is 1n, expected at least "gasUsed", which is 2n. Raise "gas", or lower "gasUsed".",
        "InvalidParametersError: preconfirm: "maxFeePerGas" is 1n, expected at least "maxPriorityFeePerGas", which is 2n.",
        "InvalidParametersError: preconfirm: "to" is missing, expected an address with type "eip7702". EIP-7702 transactions create no contract. "authorizationList" is missing, expected at least one authorization with type "eip7702".",
        "InvalidParametersError: preconfirm: "to" is null, expected an address with type "eip7702". EIP-7702 transactions create no contract. "authorizationList" is an empty array, expected at least one authorization with type "eip7702".",
        "InvalidParametersError: preconfirm: "logs[1].topics" is an array of 5, expected at most 4 topics.",
        "InvalidParametersError: preconfirm: "logs" is an array of 1, expected nothing with status "reverted". A reverted transaction only pays its fee and uses its nonce. "changes" is {"0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0":{"nonce":1}}, expected nothing with status "reverted". A reverted transaction only pays its fee and uses its nonce.",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: preconfirm: its argument is missing, expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: its argument is null, expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: its argument is "0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1", expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: its argument is an array of 0, expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: its argument is an instance of Set, expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: its argument is a function, expected a transaction object, such as { from, to, value }.",
      ]
    `)
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
    ]).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: preconfirm: "to" is an object that cannot be read, expected a 20-byte address as 0x and 40 hex digits. Write the "address" of the account.",
        "InvalidParametersError: preconfirm: "value" is an object that cannot be read, expected a bigint of wei from 0n to below 2^256.",
        "InvalidParametersError: preconfirm: "logs" is an object that cannot be read, expected an array.",
        "InvalidParametersError: preconfirm: "logs[0]" is an object that throws when it is read, expected an object { address, topics, data }.",
        "InvalidParametersError: preconfirm: "changes" is an object that throws when it is read, expected an object of accounts by address.",
        "InvalidParametersError: preconfirm: "changes.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage" is an object that throws when it is read, expected an object of values by storage slot.",
        "InvalidParametersError: preconfirm: "logs" is an array that throws when its item 0 is read, expected an array.",
        "InvalidParametersError: preconfirm: its argument is an object that throws when its "value" is read, expected a transaction object, such as { from, to, value }.",
        "InvalidParametersError: preconfirm: "__proto__" is an unknown key, expected one of … "to" is missing, expected an address, or "data" that creates a contract. Write to: null if neither is meant.",
      ]
    `)
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
    expect([
      parseVerb('drop', hash),
      parseVerb('setBalance', { address: alice, value: 0n }),
      parseVerb('setNonce', { address: alice, nonce: 0 }),
      parseVerb('setCode', { address: alice, bytecode: '0x' }),
      parseVerb('setStorageAt', {
        address: alice,
        index: 0,
        value: '0x' + '0',
      }),
      parseVerb('setStorageAt', {
        address: alice,
        index: hash,
        value: hash,
      }),
      parseVerb('fault', { type: 'stale', beats: 1 }),
      parseVerb('advance', 0),
      parseVerb('nextBeat', 10),
      parseVerb('nextBlock', 1),
    ]).toMatchInlineSnapshot(`
      [
        "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "value": 0n,
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "nonce": 0,
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "bytecode": "0x",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "index": "0x0000000000000000000000000000000000000000000000000000000000000000",
          "value": "0x0000000000000000000000000000000000000000000000000000000000000000",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "index": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
          "value": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
        },
        {
          "beats": 1,
          "type": "stale",
        },
        0,
        10,
        1,
      ]
    `)
  })

  test('error: a value', () => {
    expect([
      ...refuse('drop', {}, '', { hash: alice }),
      ...refuse('setBalance', { address: alice, value: 1 }, { value: -1n }),
      ...refuse('setNonce', { address: alice, nonce: 1n }),
      ...refuse('setNonce', { address: alice, nonce: 2 ** 53 }),
      ...refuse('setCode', { address: alice, code: '0x' }),
      ...refuse('setCode', { address: alice, bytecode: '0xf' }),
      ...refuse('setStorageAt', { address: alice, index: -1, value: '0x' }),
      ...refuse('setStorageAt', { address: alice, index: 1n, value: 1n }),
      ...refuse('fault', 'null', { type: 'nil' }),
      ...refuse('advance', -1, 0.5, '200', undefined, 2 ** 53),
      ...refuse('nextBeat', 1n),
      ...refuse('nextBlock', null),
    ]).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: drop: its argument is {}, expected a transaction: its hash, its label, or { sent } for one that the application sent.",
        "InvalidParametersError: drop: its argument is "", expected a transaction: its hash, its label, or { sent } for one that the application sent.",
        "InvalidParametersError: drop: "hash" is "0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1", expected a 32-byte hash as 0x and 64 hex digits.",
        "InvalidParametersError: setBalance: "value" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether.",
        "InvalidParametersError: setBalance: "address" is missing, expected a 20-byte address as 0x and 40 hex digits. "value" is -1n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidParametersError: setNonce: "nonce" is 1n, expected an integer from 0 to 2^53 - 1. Write the number 1.",
        "InvalidParametersError: setNonce: "nonce" is 9007199254740992, expected an integer from 0 to 2^53 - 1.",
        "InvalidParametersError: setCode: "bytecode" is missing, expected bytes as 0x and an even number of hex digits. "code" is an unknown key, expected "bytecode", the nearest known one.",
        "InvalidParametersError: setCode: "bytecode" is "0xf", expected bytes as 0x and an even number of hex digits.",
        "InvalidParametersError: setStorageAt: "index" is -1, expected a hexadecimal integer of at most 32 bytes, or an integer from 0 to 2^53 - 1. "value" is "0x", expected a hexadecimal integer of at most 32 bytes.",
        "InvalidParametersError: setStorageAt: "index" is 1n, expected a hexadecimal integer of at most 32 bytes, or an integer from 0 to 2^53 - 1. Write "0x1". "value" is 1n, expected a hexadecimal integer of at most 32 bytes. Write "0x1".",
        "InvalidParametersError: fault: its argument is "null", expected a fault, such as { type: "null" }.",
        "InvalidParametersError: fault: "type" is "nil", expected one of ….",
        "InvalidParametersError: advance: "ms" is -1, expected a whole number of ms from 0 to 2^53 - 1.",
        "InvalidParametersError: advance: "ms" is 0.5, expected a whole number of ms from 0 to 2^53 - 1. Write 500, which is in ms.",
        "InvalidParametersError: advance: "ms" is "200", expected a whole number of ms from 0 to 2^53 - 1. Write the number 200.",
        "InvalidParametersError: advance: "ms" is missing, expected a whole number of ms from 0 to 2^53 - 1.",
        "InvalidParametersError: advance: "ms" is 9007199254740992, expected a whole number of ms from 0 to 2^53 - 1.",
        "InvalidParametersError: nextBeat: "beats" is 1n, expected an integer from 0 to 2^53 - 1. Write the number 1.",
        "InvalidParametersError: nextBlock: "blocks" is null, expected an integer from 0 to 2^53 - 1.",
      ]
    `)
  })
})
