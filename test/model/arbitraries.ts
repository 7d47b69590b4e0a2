import fc from 'fast-check'
import type { Fault, Hex, PreconfirmParameters } from 'preseal'
import { alice, bob, carol, ether, miner, token, word } from '../node/actors.js'
import type { Asked } from './send.js'

const address = fc.constantFrom<Hex>(alice, bob, carol, token, miner)
const wei = fc.oneof(
  fc.constantFrom(0n, 1n, ether, 30n * ether, 2n ** 256n - 1n),
  fc.bigInt({ min: 0n, max: 10n ** 18n }),
)
// ethers, by which the model encodes, has no nonce above 2^53: those are in
// test/writes/largeNonces.test.ts.
const nonce = fc.nat({ max: 5 })
const code = fc.constantFrom<Hex>('0x', '0x6000', '0xef0100')
const slot = fc.constantFrom<Hex>('0x0', '0x1', word(2))
const value32 = fc.constantFrom<Hex>('0x0', '0x2a', word(7))
export const some = <value>(arbitrary: fc.Arbitrary<value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })
const rare = <value>(arbitrary: fc.Arbitrary<value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, arbitrary)

export const changes = fc.dictionary(
  address,
  fc.record({
    balance: some(wei),
    nonce: some(fc.nat({ max: 9 })),
    code: some(code),
    storage: some(fc.dictionary(slot, value32, { maxKeys: 2 })),
  }),
  { maxKeys: 2, noNullPrototype: true },
)
const logs = fc.array(
  fc.record({
    address,
    topics: fc.array(fc.constantFrom(word(1), word(2)), { maxLength: 4 }),
    data: fc.constantFrom<Hex>('0x', '0x2a'),
  }),
  { maxLength: 2 },
)
const gas = fc.constantFrom(21_000n, 30_000n, 60_000n, 100_000n, 953_893n)

/** Any transaction; some of them can never run, or not yet. */
const anyTransaction: fc.Arbitrary<PreconfirmParameters> = fc
  .record({
    type: fc.constantFrom<NonNullable<PreconfirmParameters['type']>>(
      'legacy',
      'eip2930',
      'eip1559',
      'eip1559',
      'eip7702',
      'deposit',
    ),
    from: fc.constantFrom<Hex>(alice, alice, bob, carol),
    to: fc.constantFrom<Hex | null>(alice, bob, carol, token, null),
    value: fc.oneof({ weight: 15, arbitrary: fc.bigInt(0n, 9n) }, wei),
    nonce: fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined) },
      fc.nat({ max: 3 }),
    ),
    isExecuted: fc.boolean(),
    spared: fc.constantFrom(0n, 0n, 5_000n),
    gasUsed: some(gas),
    data: some(fc.constantFrom<Hex>('0x', '0x00ff')),
    price: fc.option(fc.constantFrom(0n, 500n, 1_200n, 5_000n), {
      nil: undefined,
    }),
    tip: some(fc.constantFrom(0n, 3n, 100n)),
    isReverted: fc.boolean(),
    changes: some(changes),
    logs: some(logs),
    blobGasUsed: some(fc.constantFrom(0n, 131_072n)),
    l1: some(
      fc.record({
        l1Fee: some(fc.bigInt(0n, 99n)),
        l1GasUsed: some(fc.bigInt(0n, 99n)),
      }),
    ),
    mint: some(fc.bigInt(0n, 20n)),
    isSystemTx: some(fc.boolean()),
    keys: some(fc.constant([{ address: token, storageKeys: [word(1)] }])),
  })
  .map((given) => {
    const { type, price, tip = 0n, spared, gasUsed = 21_000n } = given
    const isDynamic = type === 'eip1559' || type === 'eip7702'
    const isDeposit = type === 'deposit'
    const isReverted = given.isReverted && given.value % 2n === 1n
    const isExecuted =
      given.isExecuted && type !== 'eip7702' && given.to !== null
    const effects = isReverted
      ? { status: 'reverted' as const }
      : {
          ...(given.changes && { changes: given.changes }),
          ...(given.logs && { logs: given.logs }),
        }
    return {
      type,
      from: given.from,
      to: type === 'eip7702' ? (given.to ?? bob) : given.to,
      value: given.value,
      ...(given.nonce !== undefined && { nonce: given.nonce }),
      ...(!isExecuted && { gasUsed }),
      gas: gasUsed + spared,
      ...(given.data && { data: given.data }),
      ...(isDynamic && tip > 0n && { maxPriorityFeePerGas: tip }),
      ...(isDynamic && price !== undefined && { maxFeePerGas: price + tip }),
      ...(!isDynamic &&
        !isDeposit &&
        price !== undefined && { gasPrice: price }),
      ...(isExecuted ? { execute: true } : effects),
      ...(given.blobGasUsed && { blobGasUsed: given.blobGasUsed }),
      // What L1 takes of an executed one is told, so that none is computed.
      ...((given.l1 || isExecuted) &&
        !isDeposit && { l1: defined(given.l1 ?? {}) }),
      ...(isDeposit && { mint: given.mint, isSystemTx: given.isSystemTx }),
      ...(given.keys &&
        !isDeposit &&
        type !== 'legacy' && { accessList: given.keys }),
      ...(type === 'eip7702' && {
        authorizationList: [{ chainId: 0, address: token, nonce: 1 }],
      }),
    } as PreconfirmParameters
  })

/** Some are such as blocks to be imported hold. */
export const transaction = fc.oneof(
  { weight: 7, arbitrary: anyTransaction },
  fc.constant<PreconfirmParameters>({ from: alice, to: bob, value: 1n }),
)

/** What an application asks for; many have a nonce that others wait for. */
export const sending: fc.Arbitrary<Asked> = fc
  .record({
    from: fc.constantFrom<Hex>(alice, alice, alice, bob),
    to: fc.constantFrom<Hex>(bob, carol),
    value: fc.oneof({ weight: 9, arbitrary: fc.bigInt(0n, 9n) }, wei),
    gas: fc.constantFrom(21_000n, 21_000n, 30_000n, 953_893n),
    nonce: some(fc.nat({ max: 5 })),
    price: fc.constantFrom(0n, 1_200n, 2_000n, 5_000n),
    tip: fc.constantFrom(0n, 0n, 3n, 100n),
  })
  .map(({ price, tip, ...given }) => ({
    ...given,
    maxFeePerGas: price + tip,
    maxPriorityFeePerGas: tip,
  }))

export function defined<given extends object>(given: given) {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as given
}

export const setting = fc.oneof(
  fc.record({ type: fc.constant('setBalance' as const), address, value: wei }),
  fc.record({ type: fc.constant('setNonce' as const), address, nonce }),
  fc.record({ type: fc.constant('setCode' as const), address, bytecode: code }),
  fc.record({
    type: fc.constant('setStorageAt' as const),
    address,
    index: fc.oneof(slot, fc.nat({ max: 2 })),
    value: value32,
  }),
)

const selector = fc.constantFrom('latest', 'pending', '0x1', '0x2', '0x99')
const methods = fc.uniqueArray(
  fc.constantFrom(
    'eth_getBalance',
    'eth_getBlockByNumber',
    'eth_getTransactionReceipt',
    'eth_getBlockReceipts',
    'eth_blockNumber',
  ),
  { minLength: 1, maxLength: 3 },
)

/** Of these methods, those that are asked with a block. */
const asked: ReadonlySet<string> = new Set([
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
])

export const fault: fc.Arbitrary<Fault> = fc
  .record({
    kind: fc.oneof(
      fc.record({
        type: fc.constant('http'),
        status: fc.constantFrom(403, 404, 418, 429, 500, 503),
        body: some(
          fc.constantFrom('no', '{"error":{"code":-7,"message":"m"}}'),
        ),
      }),
      fc.constant({ type: 'rpc', code: -32042, message: 'not now' }),
      fc.constant({ type: 'null' }),
      fc.constant({ type: 'network' }),
      fc.record({ type: fc.constant('stale'), beats: fc.nat({ max: 12 }) }),
      fc.constant({ type: 'frozen' }),
      fc.record({ type: fc.constant('otherBlock'), to: selector }),
      fc.constant({ type: 'unknownBlockAsZero' }),
    ),
    match: fc.record({
      methods: some(methods),
      block: some(selector),
      skip: rare(fc.nat({ max: 9 })),
      everyNth: rare(fc.integer({ min: 1, max: 3 })),
      times: some(fc.integer({ min: 1, max: 40 })),
      since: rare(fc.nat({ max: 6_000 })),
      lasting: rare(fc.integer({ min: 1, max: 9_000 })),
    }),
  })
  .map(({ kind, match }) => {
    const { lasting, ...rest } = match
    const until = lasting && (rest.since ?? 0) + lasting
    const isBlockless = rest.methods?.every((method) => !asked.has(method))
    const block = isBlockless ? undefined : rest.block
    return defined({ ...kind, ...rest, block, until }) as Fault
  })
