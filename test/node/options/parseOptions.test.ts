import { createClock } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPresealError } from '../../../src/base/errors/errors.js'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { share } from '../../runs.js'
import { alice, bob, deepFreeze, hash, refusal } from '../schema/refusal.js'

const refuse = (...options: unknown[]) =>
  options.map((given) => refusal(() => parseOptions(given)))

const valid = {
  chainId: 8453,
  timestamp: 5n,
  accounts: { [bob]: { balance: 5n, storage: { '0xAB': '0xC' } } },
  header: { miner: bob, extraData: '0xFF' },
  faults: [
    { type: 'http', status: 429, headers: { 'Retry-After': '1' }, times: 1 },
    { type: 'rpc', code: -32000, message: 'no', data: { a: [1, { b: 2 }] } },
    { type: 'null', methods: ['eth_getBalance'], block: '0xA', since: 1 },
  ],
  steps: [
    {
      at: 0,
      type: 'preconfirm',
      label: 'pay',
      from: alice,
      to: bob,
      transactionType: 'eip7702',
      data: '0xAB',
      accessList: [{ address: bob, storageKeys: [hash] }],
      authorizationList: [{ chainId: 0, address: bob, nonce: 0, r: '0xA' }],
      logs: [{ address: bob, topics: [hash], data: '0xCD' }],
      changes: { [alice]: { nonce: 7, code: '0xEF' } },
    },
    { at: 5, type: 'setStorageAt', address: bob, index: '0xA', value: '0xB' },
    { at: 6, type: 'drop', transaction: 'pay' },
    { at: 7, type: 'fault', label: 'down', fault: { type: 'hold' } },
    { at: 8, type: 'lift', label: 'down' },
  ],
}

const refuses = () => {
  throw new Error('no')
}

/** Make objects that throw, each at another trap: fast-check would ask. */
const hostile = fc
  .constantFrom(
    'get',
    'has',
    'ownKeys',
    'getPrototypeOf',
    'getOwnPropertyDescriptor',
  )
  .chain((trap) =>
    fc
      .constantFrom({ type: 'null' }, [{ type: 'null' }], () => {})
      .map((target) => () => new Proxy(target, { [trap]: refuses })),
  )

/** A copy in which every value is what `change` makes of it. */
function replace(given: unknown, change: (inner: unknown) => unknown): unknown {
  const changed = change(given)
  if (changed !== given || typeof given !== 'object' || given === null)
    return changed
  if (Array.isArray(given)) return given.map((item) => replace(item, change))
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => [key, replace(item, change)]),
  )
}

/** The version is raised without a change of tests. */
const ofAnyVersion = (options: ReturnType<typeof parseOptions>) => {
  expect(options.clientVersion).toMatch(/^preseal\/\d+\.\d+\.\d+$/)
  return { ...options, clientVersion: 'preseal' }
}

describe('parseOptions', () => {
  test('default', () => {
    expect(ofAnyVersion(parseOptions(undefined))).toMatchInlineSnapshot(`
      {
        "accounts": {},
        "answers": {
          "blockNumberAcceptsTag": false,
          "receiptFields": {},
          "receipts": "everyBeat",
          "sendSync": {
            "beyondMax": "capped",
            "blockHash": null,
            "defaultTimeout": 6000,
            "expired": null,
            "maxTimeout": 6000,
            "timeoutEncoding": "any",
          },
          "subscriptions": {},
        },
        "baseTimeDeposit": false,
        "beatsSeenBy": "pending",
        "blockTime": 2000,
        "calls": {
          "environment": "pending",
          "gasLimit": 50000000n,
        },
        "chainId": 31337,
        "clientVersion": "preseal",
        "clock": undefined,
        "contracts": [],
        "endpoint": "dedicated",
        "engine": undefined,
        "faults": [],
        "finalityLag": {
          "finalized": 600,
          "safe": 60,
        },
        "fork": undefined,
        "hardfork": "prague",
        "header": {
          "baseFeeMaxChangeDenominator": 8,
          "baseFeeRecipient": null,
          "elasticityMultiplier": 2,
          "extraData": "0x",
          "gasLimit": 60000000n,
          "initialBaseFeePerGas": 0n,
          "minBaseFeePerGas": 0n,
          "miner": "0x0000000000000000000000000000000000000000",
          "mixHash": "0x0000000000000000000000000000000000000000000000000000000000000000",
          "parentBeaconBlockRoot": "0x0000000000000000000000000000000000000000000000000000000000000000",
        },
        "importedBlocks": [],
        "inclusion": [],
        "l1Attributes": null,
        "pendingIdentity": "partialHash",
        "pendingStateRoot": "atSeal",
        "preconfirmationTime": 200,
        "profile": undefined,
        "requestHistory": 1000,
        "sealing": "timed",
        "steps": [],
        "subscriptions": {
          "newFlashblocks": "block",
          "newHeads": "block",
        },
        "timestamp": undefined,
      }
    `)
    expect(parseOptions({})).toEqual(parseOptions(undefined))
    expect(parseOptions({ chainId: undefined, header: {} })).toEqual(
      parseOptions(undefined),
    )
  })

  test('behavior: every call gives objects of its own', () => {
    const first = parseOptions({})
    Object.assign(first.header, { gasLimit: 1n })
    Object.assign(first.accounts, { [alice]: {} })
    expect(parseOptions({})).toEqual(parseOptions(undefined))
  })

  test('behavior: everything is canonical', () => {
    expect(
      ofAnyVersion(
        parseOptions({
          version: 1,
          chainId: 1,
          timestamp: 0n,
          preconfirmationTime: 250,
          blockTime: 1_000,
          clock: 'ambient',
          accounts: {
            [alice]: {
              balance: 0n,
              nonce: -0,
              code: '0xFE',
              storage: { '0x1': '0xAb', '0x0002': '0x0' },
            },
            [bob]: { balance: undefined },
          },
          header: {
            initialBaseFeePerGas: 7n,
            gasLimit: 2n,
            miner: bob,
            extraData: `0x${'AA'.repeat(32)}`,
            mixHash: hash,
            parentBeaconBlockRoot: hash,
            baseFeeMaxChangeDenominator: 250,
            elasticityMultiplier: 2,
            minBaseFeePerGas: 1n,
          },
          pendingIdentity: 'nullNumberAndHash',
          pendingStateRoot: 'everyBeat',
          finalityLag: { safe: 0, finalized: 0 },
          endpoint: 'public',
          faults: [{ type: 'null', block: '0xA' }],
          steps: [
            {
              at: 0,
              type: 'setStorageAt',
              address: alice,
              index: 1,
              value: '0x2',
            },
          ],
          requestHistory: 0,
        }),
      ),
    ).toMatchInlineSnapshot(`
      {
        "accounts": {
          "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1": {
            "balance": 0n,
            "code": "0xfe",
            "nonce": 0,
            "storage": {
              "0x0000000000000000000000000000000000000000000000000000000000000001": "0x00000000000000000000000000000000000000000000000000000000000000ab",
              "0x0000000000000000000000000000000000000000000000000000000000000002": "0x0000000000000000000000000000000000000000000000000000000000000000",
            },
          },
          "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0": {},
        },
        "answers": {
          "blockNumberAcceptsTag": false,
          "receiptFields": {},
          "receipts": "everyBeat",
          "sendSync": {
            "beyondMax": "capped",
            "blockHash": null,
            "defaultTimeout": 6000,
            "expired": null,
            "maxTimeout": 6000,
            "timeoutEncoding": "any",
          },
          "subscriptions": {},
        },
        "baseTimeDeposit": false,
        "beatsSeenBy": "pending",
        "blockTime": 1000,
        "calls": {
          "environment": "pending",
          "gasLimit": 50000000n,
        },
        "chainId": 1,
        "clientVersion": "preseal",
        "clock": "ambient",
        "contracts": [],
        "endpoint": "public",
        "engine": undefined,
        "faults": [
          {
            "block": "0xa",
            "type": "null",
          },
        ],
        "finalityLag": {
          "finalized": 0,
          "safe": 0,
        },
        "fork": undefined,
        "hardfork": "prague",
        "header": {
          "baseFeeMaxChangeDenominator": 250,
          "baseFeeRecipient": null,
          "elasticityMultiplier": 2,
          "extraData": "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "gasLimit": 2n,
          "initialBaseFeePerGas": 7n,
          "minBaseFeePerGas": 1n,
          "miner": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
          "mixHash": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
          "parentBeaconBlockRoot": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
        },
        "importedBlocks": [],
        "inclusion": [],
        "l1Attributes": null,
        "pendingIdentity": "nullNumberAndHash",
        "pendingStateRoot": "everyBeat",
        "preconfirmationTime": 250,
        "profile": undefined,
        "requestHistory": 0,
        "sealing": "timed",
        "steps": [
          {
            "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
            "at": 0,
            "index": "0x0000000000000000000000000000000000000000000000000000000000000001",
            "type": "setStorageAt",
            "value": "0x0000000000000000000000000000000000000000000000000000000000000002",
          },
        ],
        "subscriptions": {
          "newFlashblocks": "block",
          "newHeads": "block",
        },
        "timestamp": 0n,
      }
    `)
  })

  test('behavior: what is canonical stays as it is', () => {
    const canonical = parseOptions(valid)
    expect(parseOptions(canonical)).toEqual(canonical)
    const lower: unknown = replace(valid, (inner) =>
      typeof inner === 'string' && inner.startsWith('0x')
        ? inner.toLowerCase()
        : inner,
    )
    expect(parseOptions(lower)).toEqual(canonical)
  })

  test('behavior: what is given is neither changed nor kept', () => {
    const given = {
      accounts: { [alice]: { storage: { '0x1': '0x2' } } },
      faults: [{ type: 'rpc', code: 1, message: '', data: { a: [{}] } }],
      steps: [{ at: 0, type: 'preconfirm', from: alice, to: null, logs: [] }],
    }
    const parsed = parseOptions(deepFreeze(given))
    const before = structuredClone(parsed)
    const thawed = structuredClone(given)
    const again = parseOptions(thawed)
    for (const part of [
      thawed.accounts[alice]?.storage,
      thawed.faults[0]?.data,
      thawed.faults[0]?.data.a[0],
      thawed.steps[0]?.logs,
      ...Object.values(thawed),
    ])
      Object.assign(part ?? {}, { changed: true })
    expect(again).toEqual(before)
  })

  test('behavior: objects without a prototype and of other realms', async () => {
    const { runInNewContext } = await import('node:vm')
    const bare = Object.assign(Object.create(null), { chainId: 5 })
    expect(parseOptions(bare).chainId).toBe(5)
    expect(
      parseOptions(runInNewContext('({ faults: [{ type: "null" }] })')).faults,
    ).toEqual([{ type: 'null' }])
  })

  test('options: clock', () => {
    const clock = createClock()
    expect(parseOptions({ clock }).clock).toBe(clock)
    expect(
      refuse(
        { clock: 'ambiant' },
        { clock: { now: () => 1, setTimeout() {}, clearTimeout() {} } },
        { clock: null },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "clock" is "ambiant", expected "virtual", "ambient", or an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout". Write "ambient".",
        "InvalidOptionsError: Option "clock" is {}, expected "virtual", "ambient", or an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout". The fake timers of vi and jest are followed by "ambient".",
        "InvalidOptionsError: Option "clock" is null, expected "virtual", "ambient", or an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout". The fake timers of vi and jest are followed by "ambient".",
      ]
    `)
  })

  test('error: a value of the wrong kind', () => {
    expect(
      refuse(
        { version: 2 },
        { chainId: 0 },
        { chainId: 1n },
        { chainId: '0x1' },
        { chainId: 2 ** 53 },
        { timestamp: -1n },
        { timestamp: 1_767_225_600 },
        { timestamp: 1_767_225_600_000 },
        { timestamp: 2n ** 64n },
        { preconfirmationTime: 0 },
        { blockTime: 0.5 },
        { blockTime: Number.NaN },
        { pendingIdentity: 'zerohash' },
        { stateRoot: true },
        { finalityLag: { safe: -1 } },
        { endpoint: 'private' },
        { exchanges: null },
        { accounts: [] },
        { header: 1 },
        { faults: {} },
        { steps: 'now' },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "version" is 2, expected 1.",
        "InvalidOptionsError: Option "chainId" is 0, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "chainId" is 1n, expected an integer from 1 to 2^53 - 1. Write the number 1.",
        "InvalidOptionsError: Option "chainId" is "0x1", expected an integer from 1 to 2^53 - 1. Write the number 1.",
        "InvalidOptionsError: Option "chainId" is 9007199254740992, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "timestamp" is -1n, expected a bigint of unix seconds from 0n to below 2^36.",
        "InvalidOptionsError: Option "timestamp" is 1767225600, expected a bigint of unix seconds from 0n to below 2^36. Write 1767225600n.",
        "InvalidOptionsError: Option "timestamp" is 1767225600000, expected a bigint of unix seconds from 0n to below 2^36. That looks like ms: write 1767225600n.",
        "InvalidOptionsError: Option "timestamp" is 18446744073709551616n, expected a bigint of unix seconds from 0n to below 2^36.",
        "InvalidOptionsError: Option "preconfirmationTime" is 0, expected a whole number of ms from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "blockTime" is 0.5, expected a whole number of ms from 20 to 2^53 - 1. Write 500, which is in ms.",
        "InvalidOptionsError: Option "blockTime" is NaN, expected a whole number of ms from 20 to 2^53 - 1.",
        "InvalidOptionsError: Option "pendingIdentity" is "zerohash", expected one of "partialHash", "zeroHash", "nullHash", "nullNumberAndHash". Write "zeroHash".",
        "InvalidOptionsError: Option "stateRoot" is an unknown key, expected one of …",
        "InvalidOptionsError: Option "finalityLag.safe" is -1, expected an integer from 0 to 2^53 - 1.",
        "InvalidOptionsError: Option "endpoint" is "private", expected one of "dedicated", "public".",
        "InvalidOptionsError: Option "exchanges" is an unknown key, expected one of …",
        "InvalidOptionsError: Option "accounts" is an array of 0, expected an object of accounts by address.",
        "InvalidOptionsError: Option "header" is 1, expected an object { initialBaseFeePerGas, gasLimit, miner, baseFeeRecipient, extraData, mixHash, parentBeaconBlockRoot, baseFeeMaxChangeDenominator, elasticityMultiplier, minBaseFeePerGas }.",
        "InvalidOptionsError: Option "faults" is {}, expected an array.",
        "InvalidOptionsError: Option "steps" is "now", expected an array of steps.",
      ]
    `)
  })

  test('error: a header field', () => {
    expect(
      refuse(
        { header: { initialBaseFeePerGas: 1 } },
        { header: { initialBaseFeePerGas: 2n ** 256n } },
        { header: { gasLimit: 0n } },
        { header: { gasLimit: 1n } },
        { header: { gasLimit: 7n, elasticityMultiplier: 8 } },
        { header: { miner: '0x1' } },
        { header: { extraData: `0x${'00'.repeat(33)}` } },
        { header: { extraData: '0x0' } },
        { header: { mixHash: '0x' } },
        { header: { parentBeaconBlockRoot: 0n } },
        { header: { baseFeeMaxChangeDenominator: 0 } },
        { header: { elasticityMultiplier: 1.5 } },
        { header: { minBaseFeePerGas: -1n } },
        { header: { coinbase: alice } },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "header.initialBaseFeePerGas" is 1, expected a bigint of wei per gas from 0n to below 2^256. Write 1n.",
        "InvalidOptionsError: Option "header.initialBaseFeePerGas" is 115792089237316195423570985008687907853269984665640564039457584007913129639936n, expected a bigint of wei per gas from 0n to below 2^256.",
        "InvalidOptionsError: Option "header.gasLimit" is 0n, expected a bigint of gas from 1n to below 2^64.",
        "InvalidOptionsError: Option "header.gasLimit" is 1n, expected at least "elasticityMultiplier", which is 2 by default.",
        "InvalidOptionsError: Option "header.gasLimit" is 7n, expected at least "elasticityMultiplier", which is 8.",
        "InvalidOptionsError: Option "header.miner" is "0x1", expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidOptionsError: Option "header.extraData" is "0x000000000000000000000000000000000000000000000000000000000000000000", expected at most 32 bytes as 0x and hex digits.",
        "InvalidOptionsError: Option "header.extraData" is "0x0", expected bytes as 0x and an even number of hex digits.",
        "InvalidOptionsError: Option "header.mixHash" is "0x", expected a 32-byte hash as 0x and 64 hex digits.",
        "InvalidOptionsError: Option "header.parentBeaconBlockRoot" is 0n, expected a 32-byte hash as 0x and 64 hex digits.",
        "InvalidOptionsError: Option "header.baseFeeMaxChangeDenominator" is 0, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "header.elasticityMultiplier" is 1.5, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "header.minBaseFeePerGas" is -1n, expected a bigint of wei per gas from 0n to below 2^256.",
        "InvalidOptionsError: Option "header.coinbase" is an unknown key, expected one of …",
      ]
    `)
  })

  test('error: times that do not fit each other', () => {
    expect(
      refuse(
        { blockTime: 500 },
        { blockTime: 100 },
        { preconfirmationTime: 300 },
        { blockTime: 1_000, preconfirmationTime: 300 },
        { finalityLag: { safe: 601 } },
        { finalityLag: { finalized: 59 } },
        { finalityLag: { safe: 2, finalized: 1 } },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "blockTime" is 500, expected a whole multiple of "preconfirmationTime", which is 200 by default. Write 600, or another "preconfirmationTime".",
        "InvalidOptionsError: Option "blockTime" is 100, expected a whole multiple of "preconfirmationTime", which is 200 by default. Write 200, or another "preconfirmationTime".",
        "InvalidOptionsError: Option "blockTime" is 2000 by default, expected a whole multiple of "preconfirmationTime", which is 300. Write 2100, or another "preconfirmationTime".",
        "InvalidOptionsError: Option "blockTime" is 1000, expected a whole multiple of "preconfirmationTime", which is 300. Write 900, or another "preconfirmationTime".",
        "InvalidOptionsError: Option "finalityLag.finalized" is 600 by default, expected at least "safe", which is 601.",
        "InvalidOptionsError: Option "finalityLag.finalized" is 59, expected at least "safe", which is 60 by default.",
        "InvalidOptionsError: Option "finalityLag.finalized" is 1, expected at least "safe", which is 2.",
      ]
    `)
  })

  test('error: an account', () => {
    expect(
      refuse(
        { accounts: { [alice]: { balance: -1n } } },
        { accounts: { [alice]: { balance: 1 } } },
        { accounts: { [alice]: { balance: 1.5 } } },
        { accounts: { [alice]: { balance: '1000' } } },
        { accounts: { [alice]: { balance: 2n ** 256n } } },
        { accounts: { [alice]: { nonce: -1 } } },
        { accounts: { [alice]: { code: '0x123' } } },
        { accounts: { [alice]: { storage: [] } } },
        { accounts: { [alice]: { storage: { slot: '0x1' } } } },
        { accounts: { [alice]: { storage: { '0x1': 1n } } } },
        {
          accounts: { [alice]: { storage: { [`0x1${hash.slice(2)}`]: '0x' } } },
        },
        { accounts: { [alice]: { balence: 1n } } },
        { accounts: { [alice]: 10n } },
        { accounts: { alice: {} } },
        { accounts: new Map([[alice, { balance: 1n }]]) },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is -1n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is 1.5, expected a bigint of wei from 0n to below 2^256. Write parseEther('1.5') for ether.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is "1000", expected a bigint of wei from 0n to below 2^256. Write 1000n for wei, or parseEther('1000') for ether.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is 115792089237316195423570985008687907853269984665640564039457584007913129639936n, expected a bigint of wei from 0n to below 2^256.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.nonce" is -1, expected an integer from 0 to 2^53 - 1.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.code" is "0x123", expected bytes as 0x and an even number of hex digits.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage" is an array of 0, expected an object of values by storage slot.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage.slot" is a key that is not a storage slot, expected a hexadecimal integer of at most 32 bytes.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage.0x1" is 1n, expected a hexadecimal integer of at most 32 bytes. Write "0x1".",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage.0x1FeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFeFe" is a key that is not a storage slot, expected a hexadecimal integer of at most 32 bytes.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balence" is an unknown key, expected "balance", the nearest known one.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1" is 10n, expected an object { balance, nonce, code, storage }. Write { balance: 10n }.",
        "InvalidOptionsError: Option "accounts.alice" is a key that is not an address, expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidOptionsError: Option "accounts" is an instance of Map, expected an object of accounts by address.",
      ]
    `)
  })

  test('error: the same thing told twice', () => {
    expect(
      refuse(
        { accounts: { [alice]: {}, [alice.toLowerCase()]: {} } },
        { accounts: { [alice]: { storage: { '0x1': '0x1', '0x01': '0x1' } } } },
        { faults: [{ type: 'http', status: 500, headers: { a: '', A: '' } }] },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "accounts.0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1" is a second entry for 0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1, expected one. Letter case and leading zeros make no difference: remove one.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.storage.0x01" is a second entry for 0x0000000000000000000000000000000000000000000000000000000000000001, expected one. Letter case and leading zeros make no difference: remove one.",
        "InvalidOptionsError: Option "faults[0].headers.A" is a second entry for a, expected one. Letter case makes no difference: remove one.",
      ]
    `)
  })

  test('error: an unknown key', () => {
    expect(
      refuse(
        { blocktime: 1 },
        { acounts: {} },
        { gas: 1 },
        { stream: [] },
        { ['x'.repeat(100)]: 1, 'a b': 1 },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "blocktime" is an unknown key, expected "blockTime", the nearest known one.",
        "InvalidOptionsError: Option "acounts" is an unknown key, expected "accounts", the nearest known one.",
        "InvalidOptionsError: Option "gas" is an unknown key, expected one of …",
        "InvalidOptionsError: Option "stream" is an unknown key, expected one of …",
        "InvalidOptionsError: Option "["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (102 characters)]" is an unknown key, expected one of … Option "["a b"]" is an unknown key too.",
      ]
    `)
  })

  test('error: no options at all', () => {
    expect(
      refuse(null, 1, 'mainnet', [], () => {}, new Map(), Promise.resolve({})),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: The argument of createMockNode is null, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is 1, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is "mainnet", expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is an array of 0, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is a function, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is an instance of Map, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is an instance of Promise, expected an object of options. Await it first.",
      ]
    `)
  })

  test('error: every problem, in the order of the options', () => {
    const act = () =>
      parseOptions({
        extra: 1,
        requestHistory: -1,
        accounts: { [alice]: { nonce: -1, balance: 1 }, bob: {} },
        chainId: 0,
      })
    expect(refusal(act)).toMatchInlineSnapshot(
      `"InvalidOptionsError: Option "chainId" is 0, expected an integer from 1 to 2^53 - 1. Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.nonce" is -1, expected an integer from 0 to 2^53 - 1. Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether. Option "accounts.bob" is a key that is not an address, expected a 20-byte address as 0x and 40 hex digits. Option "requestHistory" is -1, expected an integer from 0 to 2^53 - 1. Option "extra" is an unknown key, expected one of …"`,
      `"InvalidOptionsError: Option "chainId" is 0, expected an integer from 1 to 2^53 - 1. Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.nonce" is -1, expected an integer from 0 to 2^53 - 1. Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance" is 1, expected a bigint of wei from 0n to below 2^256. Write 1n for wei, or parseEther('1') for ether. Option "accounts.bob" is a key that is not an address, expected a 20-byte address as 0x and 40 hex digits. Option "exchanges" is -1, expected an integer from 0 to 2^53 - 1. Option "extra" is an unknown key, expected one of version, chainId, timestamp, preconfirmationTime, blockTime, sealing, clock, engine, hardfork, callGasLimit, accounts, contracts, blocks, header, l1Attributes, baseTimeDeposit, pendingIdentity, stateRoot, safeLag, finalizedLag, endpoint, faults, timeline, duration, exchanges, newHeads, newFlashblocks."`,
    )
    let problems: unknown
    try {
      act()
    } catch (error) {
      if (isPresealError(error, 'InvalidOptionsError'))
        problems = error.problems
    }
    expect(problems).toMatchInlineSnapshot(`
      [
        {
          "expected": "an integer from 1 to 2^53 - 1",
          "given": "0",
          "path": "chainId",
        },
        {
          "expected": "an integer from 0 to 2^53 - 1",
          "given": "-1",
          "path": "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.nonce",
        },
        {
          "advice": "Write 1n for wei, or parseEther('1') for ether.",
          "expected": "a bigint of wei from 0n to below 2^256",
          "given": "1",
          "path": "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1.balance",
        },
        {
          "expected": "a 20-byte address as 0x and 40 hex digits",
          "given": "a key that is not an address",
          "path": "accounts.bob",
        },
        {
          "expected": "an integer from 0 to 2^53 - 1",
          "given": "-1",
          "path": "requestHistory",
        },
        {
          "expected": "one of …",
          "given": "an unknown key",
          "path": "extra",
        },
      ]
    `)
  })

  test('error: more problems than anybody reads', () => {
    const wrong = (length: number) => ({
      faults: Array.from({ length }, () => null),
    })
    expect(refuse(wrong(12), wrong(5_000))).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "faults[0]" is null, expected a fault, such as { type: "null" }. Option "faults[1]" is null too. Option "faults[2]" is null too. Option "faults[3]" is null too. Option "faults[4]" is null too. Option "faults[5]" is null too. Option "faults[6]" is null too. Option "faults[7]" is null too. Option "faults[8]" is null too. Option "faults[9]" is null too. And 2 more.",
        "InvalidOptionsError: Option "faults[0]" is null, expected a fault, such as { type: "null" }. Option "faults[1]" is null too. Option "faults[2]" is null too. Option "faults[3]" is null too. Option "faults[4]" is null too. Option "faults[5]" is null too. Option "faults[6]" is null too. Option "faults[7]" is null too. Option "faults[8]" is null too. Option "faults[9]" is null too. And at least 90 more.",
      ]
    `)
  })

  test('error: hostile objects', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const thrower = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no')
        },
      },
    )
    const itself: Record<string, unknown> = { type: 'rpc', code: 1 }
    itself.message = 'm'
    itself.data = { itself }
    const deep = Array.from({ length: 100 }).reduce((inner) => [inner], [])
    expect(
      refuse(
        proxy,
        thrower,
        { accounts: proxy },
        { accounts: { [alice]: thrower } },
        { chainId: proxy },
        { header: new Date(0) },
        { clock: proxy },
        { faults: proxy },
        { faults: [thrower] },
        {
          get chainId() {
            throw new Error('no')
          },
        },
        { faults: [itself] },
        { faults: [{ type: 'rpc', code: 1, message: '', data: deep }] },
        { faults: [{ type: 'rpc', code: 1, message: '', data: [() => {}] }] },
        JSON.parse('{ "__proto__": { "chainId": 5 } }'),
        JSON.parse('{ "accounts": { "__proto__": {} } }'),
        JSON.parse('{ "header": { "__proto__": {}, "constructor": 1 } }'),
        JSON.parse(
          '{ "faults": [{ "type": "http", "status": 500, "headers": { "__proto__": "" } }] }',
        ),
        Object.create({ chainId: 5 }),
        { 'a\nb': 1 },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: The argument of createMockNode is an object that throws when it is read, expected an object of options.",
        "InvalidOptionsError: The argument of createMockNode is an object that throws when it is read, expected an object of options.",
        "InvalidOptionsError: Option "accounts" is an object that throws when it is read, expected an object of accounts by address.",
        "InvalidOptionsError: Option "accounts.0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1" is an object that throws when it is read, expected an object { balance, nonce, code, storage }.",
        "InvalidOptionsError: Option "chainId" is an object that cannot be read, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "header" is an instance of Date, expected an object { initialBaseFeePerGas, gasLimit, miner, baseFeeRecipient, extraData, mixHash, parentBeaconBlockRoot, baseFeeMaxChangeDenominator, elasticityMultiplier, minBaseFeePerGas }.",
        "InvalidOptionsError: Option "clock" is an object that cannot be read, expected "virtual", "ambient", or an object with a number "now" (in ms) and the functions "setTimeout" and "clearTimeout". The fake timers of vi and jest are followed by "ambient".",
        "InvalidOptionsError: Option "faults" is an object that throws when it is read, expected an array.",
        "InvalidOptionsError: Option "faults[0]" is an object that throws when it is read, expected a fault, such as { type: "null" }.",
        "InvalidOptionsError: The argument of createMockNode is an object that throws when its "chainId" is read, expected an object of options.",
        "InvalidOptionsError: Option "faults[0].data.itself.data" is an object within itself, expected a value that JSON can hold.",
        "InvalidOptionsError: Option "faults[0].data" is more than 64 levels deep, expected a value that JSON can hold.",
        "InvalidOptionsError: Option "faults[0].data[0]" is a function, expected a value that JSON can hold.",
        "InvalidOptionsError: Option "__proto__" is an unknown key, expected one of …",
        "InvalidOptionsError: Option "accounts.__proto__" is a key that is not an address, expected a 20-byte address as 0x and 40 hex digits.",
        "InvalidOptionsError: Option "header.__proto__" is an unknown key, expected one of … Option "header.constructor" is an unknown key too.",
        "InvalidOptionsError: Option "faults[0].headers.__proto__" is a key that is not a header name, expected letters, digits and hyphens.",
        "InvalidOptionsError: The argument of createMockNode is an object with a prototype of its own, expected an object of options.",
        "InvalidOptionsError: Option "["a\\nb"]" is an unknown key, expected one of …",
      ]
    `)
    expect({}).not.toHaveProperty('chainId')
  })

  test('behavior: a getter is asked once', () => {
    let asked = 0
    const parsed = parseOptions({
      get chainId() {
        asked += 1
        return asked
      },
    })
    expect([parsed.chainId, asked]).toEqual([1, 1])
  })

  test('behavior: `__proto__` within data is a key like others', () => {
    const data: unknown = JSON.parse('{ "__proto__": { "a": 1 } }')
    const [fault] = parseOptions({
      faults: [{ type: 'rpc', code: 1, message: '', data }],
    }).faults
    expect(JSON.stringify(fault)).toBe(
      '{"type":"rpc","code":1,"message":"","data":{"__proto__":{"a":1}}}',
    )
  })

  test('behavior: anything at all gives options or a named error', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withNullPrototype: true,
          withMap: true,
          withSet: true,
          withDate: true,
          withSparseArray: true,
          key: fc.constantFrom(
            ...['accounts', 'timeline', 'faults', 'type', 'at', 'header'],
            ...['chainId', 'from', 'logs', '__proto__', 'label', alice],
          ),
        }),
        (given) => {
          expect(refusal(() => parseOptions(given))).not.toMatch(
            /invalid input/i,
          )
        },
      ),
      { numRuns: share(2_000) },
    )
  })

  test('behavior: anything at all in the place of anything', () => {
    let places = 0
    replace(valid, (inner) => {
      places += 1
      return inner
    })
    fc.assert(
      fc.property(
        fc.nat(places - 1),
        fc.oneof(
          fc
            .anything({ withBigInt: true, withMap: true })
            .map((value) => () => value),
          hostile,
        ),
        (place, intrude) => {
          let seen = -1
          const given = replace(valid, (inner) => {
            seen += 1
            return seen === place ? intrude() : inner
          })
          expect(refusal(() => parseOptions(given))).toMatch(
            /^nothing$|^InvalidOptionsError: (Option|The argument) [^\n]+$/,
          )
        },
      ),
      { numRuns: share(2_000) },
    )
  })

  test('error: no rule judges what is refused already', () => {
    const refused = refuse(
      { blockTime: '5', preconfirmationTime: 300 },
      { preconfirmationTime: null, blockTime: 300 },
      { header: { gasLimit: 1n, elasticityMultiplier: '2' } },
      { finalityLag: { finalized: -1, safe: 700 } },
      { finalityLag: { safe: -1, finalized: 5 } },
    )
    const count = (message: string) => message.split(', expected ').length - 1
    expect(refused.map(count)).toEqual([1, 1, 1, 1, 1])
    expect(refuse({ chainId: 0, blockTime: 300 }).map(count)).toEqual([2])
  })
})
