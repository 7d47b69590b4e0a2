import { createClock } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPresealError } from '../../../src/base/errors/errors.js'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { share } from '../../runs.js'
import { says } from '../../says.js'
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
    { at: 7, type: 'fault', fault: { label: 'down', type: 'hold' } },
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

/** Throws when its keys are read. */
const throwing = () => new Proxy({}, { ownKeys: refuses })

/** A fault whose data holds itself. */
function within() {
  const itself: Record<string, unknown> = { type: 'rpc', code: 1, message: '' }
  itself.data = { itself }
  return itself
}

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
          "belowBaseFee": "refused",
          "blockFields": {},
          "blockNumberAcceptsTag": false,
          "callFees": "checked",
          "control": "anvil",
          "defaultFee": "withRoom",
          "defaultFrom": null,
          "defaultGas": "withRoom",
          "errorTexts": [],
          "failedSend": "hash",
          "feePercentiles": "gasUsed",
          "filledGasPrice": "ifAsked",
          "filters": "toCome",
          "gasPrice": "latest",
          "leastTip": 0n,
          "logsBeyondHead": "refused",
          "nativeBalance": null,
          "noCode": "error",
          "pending": "atBeat",
          "pendingTransactions": "runnable",
          "receiptFields": {},
          "receipts": "everyBeat",
          "replacement": "bothFees",
          "sendSync": {
            "beyondMax": "capped",
            "blockHash": null,
            "defaultTimeout": 6000,
            "expired": null,
            "maxTimeout": 6000,
            "timeoutEncoding": "any",
          },
          "senders": "any",
          "subscriptions": {},
          "suggestedTip": "sampled",
          "transferEstimate": "checked",
          "txpoolAddresses": "checksummed",
          "unminable": "pooled",
          "unserved": [],
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
        "codeSizeLimit": undefined,
        "contracts": [],
        "endpoint": "dedicated",
        "endpoints": [],
        "engine": undefined,
        "faults": [],
        "finalityLag": {
          "finalized": 600,
          "safe": 60,
        },
        "fork": undefined,
        "hardfork": "osaka",
        "header": {
          "baseFeeMaxChangeDenominator": 8,
          "baseFeeRecipient": null,
          "elasticityMultiplier": 2,
          "extraData": "0x",
          "firstBaseFeePerGas": undefined,
          "gasLimit": 60000000n,
          "initialBaseFeePerGas": 0n,
          "minBaseFeePerGas": 0n,
          "miner": "0x0000000000000000000000000000000000000000",
          "mixHash": undefined,
          "parentBeaconBlockRoot": undefined,
        },
        "importedBlocks": [],
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
    ).toEqual(
      [
        'InvalidParametersError … "clock" … Write "ambient".',
        'InvalidParametersError … "clock" … The fake timers of vi and jest are',
        'InvalidParametersError … "clock" … The fake timers of vi and jest are',
      ].map(says),
    )
  })

  // wrongValues.test.ts has the wrong values of every field.
  test.each<[what: string, given: unknown, message: RegExp]>([
    [
      'a number in words of JSON-RPC',
      { chainId: '0x1' },
      /"chainId".*Write the number 1\.$/,
    ],
    [
      'a number as bigint',
      { chainId: 1n },
      /"chainId" is 1n.*Write the number 1\.$/,
    ],
    [
      'a time in ms',
      { timestamp: 1_767_225_600_000 },
      /"timestamp".*looks like ms: write 1767225600n/,
    ],
    [
      'seconds for ms',
      { blockTime: 0.5 },
      /"blockTime" is 0\.5.*Write 500, which is in ms/,
    ],
    [
      'another case',
      { pendingIdentity: 'zerohash' },
      /"pendingIdentity".*Write "zeroHash"\.$/,
    ],
    [
      'wei as a number',
      { header: { initialBaseFeePerGas: 1 } },
      /"header\.initialBaseFeePerGas" is 1.*Write 1n\.$/,
    ],
    [
      'over a word',
      { header: { initialBaseFeePerGas: 2n ** 256n } },
      /"header\.initialBaseFeePerGas".*below 2\^256/,
    ],
    [
      'less gas than its target',
      { header: { gasLimit: 7n, elasticityMultiplier: 8 } },
      /"header\.gasLimit" is 7n, expected at least "elasticityMultiplier", which is 8\./,
    ],
    [
      'less gas than the default',
      { header: { gasLimit: 1n } },
      /"header\.gasLimit".*which is 2 by default/,
    ],
    [
      '33 bytes',
      { header: { extraData: `0x${'00'.repeat(33)}` } },
      /"header\.extraData".*at most 32 bytes/,
    ],
    [
      'no multiple of the default',
      { blockTime: 500 },
      /"blockTime" is 500.*"preconfirmationTime", which is 200 by default\. Write 600/,
    ],
    [
      'no multiple of another',
      { blockTime: 1_000, preconfirmationTime: 300 },
      /"blockTime" is 1000.*which is 300\. Write 900/,
    ],
    [
      'a default that fits no more',
      { preconfirmationTime: 300 },
      /"blockTime" is 2000 by default.*Write 2100/,
    ],
    [
      'finalized before safe',
      { finalityLag: { safe: 2, finalized: 1 } },
      /"finalityLag\.finalized" is 1, expected at least "safe", which is 2/,
    ],
    [
      'safe behind the default',
      { finalityLag: { safe: 601 } },
      /"finalityLag\.finalized" is 600 by default/,
    ],
    [
      'ether as text',
      { accounts: { [alice]: { balance: '1000' } } },
      /balance" is "1000".*parseEther\('1000'\) for ether/,
    ],
    [
      'wei without its object',
      { accounts: { [alice]: 10n } },
      /is 10n.*Write { balance: 10n }/,
    ],
    [
      'a mistyped field',
      { accounts: { [alice]: { balence: 1n } } },
      /balence" is an unknown key, expected "balance", the nearest/,
    ],
    [
      'no address',
      { accounts: { alice: {} } },
      /"accounts\.alice" is a key that is not an address/,
    ],
    [
      'no slot',
      { accounts: { [alice]: { storage: { slot: '0x1' } } } },
      /storage\.slot" is a key that is not a storage slot/,
    ],
    ['a map', { accounts: new Map() }, /"accounts" is an instance of Map/],
    [
      'two of one address',
      { accounts: { [alice]: {}, [alice.toLowerCase()]: {} } },
      /is a second entry for 0xa1.*remove one/,
    ],
    [
      'two of one slot',
      { accounts: { [alice]: { storage: { '0x1': '0x1', '0x01': '0x1' } } } },
      /storage\.0x01" is a second entry/,
    ],
    [
      'two of one header',
      { faults: [{ type: 'http', status: 500, headers: { a: '', A: '' } }] },
      /"faults\[0\]\.headers\.A" is a second entry for a/,
    ],
    [
      'a mistyped option',
      { blocktime: 1 },
      /"blocktime" is an unknown key, expected "blockTime", the nearest/,
    ],
    [
      'an unknown option',
      { gas: 1 },
      /"gas" is an unknown key, expected one of version, /,
    ],
    ['a long key', { ['x'.repeat(100)]: 1 }, /x… \(102 characters\)/],
    [
      'a key with a line break',
      { 'a\nb': 1 },
      /"\["a\\nb"\]" is an unknown key/,
    ],
    [
      'null for all',
      null,
      /^InvalidParametersError: The argument of createMockNode is null, expected an object of options\.$/,
    ],
    ['a list for all', [], /is an array of 0, expected an object of options/],
    [
      'a promise',
      Promise.resolve({}),
      /is a promise \(await it first\), expected an object of options/,
    ],
    [
      'a prototype of its own',
      Object.create({ chainId: 5 }),
      /with a prototype of its own/,
    ],
    [
      'a key __proto__',
      JSON.parse('{ "__proto__": { "chainId": 5 } }'),
      /"__proto__" is an unknown key/,
    ],
    [
      '__proto__ as an address',
      JSON.parse('{ "accounts": { "__proto__": {} } }'),
      /"accounts\.__proto__" is a key that is not an address/,
    ],
    [
      '__proto__ as a header',
      JSON.parse(
        '{ "faults": [{ "type": "http", "status": 500, "headers": { "__proto__": "" } }] }',
      ),
      /"faults\[0\]\.headers\.__proto__" is a key that is not a header name/,
    ],
    ['a date', { header: new Date(0) }, /"header" is an instance of Date/],
    [
      'what throws when it is read',
      throwing(),
      /an object that throws when it is read/,
    ],
    [
      'an account that throws',
      { accounts: { [alice]: throwing() } },
      /"accounts\.0xA1.*an object that throws when it is read/,
    ],
    [
      'a getter that throws',
      {
        get chainId(): number {
          throw new Error('no')
        },
      },
      /throws when its "chainId" is read/,
    ],
    [
      'data within itself',
      { faults: [within()] },
      /"faults\[0\]\.data\.itself\.data" is an object within itself/,
    ],
    [
      'data too deep',
      {
        faults: [
          {
            type: 'rpc',
            code: 1,
            message: '',
            data: Array.from({ length: 100 }).reduce((inner) => [inner], []),
          },
        ],
      },
      /more than 64 levels deep/,
    ],
    [
      'a function in data',
      { faults: [{ type: 'rpc', code: 1, message: '', data: [() => {}] }] },
      /"faults\[0\]\.data\[0\]" is a function/,
    ],
    [
      'more than anybody reads',
      { faults: Array.from({ length: 12 }, () => null) },
      /"faults\[9\]" is null too\. And 2 more\.$/,
    ],
    [
      'far more',
      { faults: Array.from({ length: 5_000 }, () => null) },
      /"faults\[9\]" is null too\. And at least \d+ more\.$/,
    ],
  ])('error: %s', (_, given, message) => {
    const said = refusal(() => parseOptions(given))
    expect(said).toMatch(/^InvalidParametersError: /)
    expect(said).toMatch(message)
    expect({}).not.toHaveProperty('chainId')
  })

  test('error: every problem, in the order of the options', () => {
    const act = () =>
      parseOptions({
        extra: 1,
        requestHistory: -1,
        accounts: { [alice]: { nonce: -1, balance: 1 }, bob: {} },
        chainId: 0,
      })
    const problems: { path: string }[] = []
    try {
      act()
    } catch (error) {
      if (isPresealError(error, 'InvalidParametersError'))
        problems.push(...error.problems)
    }
    expect(problems.map(({ path }) => path)).toEqual([
      'chainId',
      `accounts.${alice}.nonce`,
      `accounts.${alice}.balance`,
      'accounts.bob',
      'requestHistory',
      'extra',
    ])
    expect(problems[2]).toEqual({
      path: `accounts.${alice}.balance`,
      given: '1',
      expected: 'a bigint of wei from 0n to below 2^256',
      advice: "Write 1n for wei, or parseEther('1') for ether.",
    })
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

  test('error: a function that throws when it is read, as a time', () => {
    const blockTime = new Proxy(() => {}, { get: refuses })
    expect(refusal(() => parseOptions({ blockTime }))).toMatch(
      /^InvalidParametersError: Option "blockTime" is a function, /,
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
            /^nothing$|^InvalidParametersError: (Option|The argument) [^\n]+$/,
          )
        },
      ),
      { numRuns: share(2_000) },
    )
  })
})
