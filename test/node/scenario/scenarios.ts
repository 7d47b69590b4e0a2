import fc from 'fast-check'
import type { Fault, MockNodeOptions, Step } from 'preseal'
import { address, bits, bytes, data, hash } from '../../chain/arbitraries.js'
import { codePoint } from '../../codePoint.js'

/** As JSON tells it, which has no -0. */
const json = fc
  .jsonValue()
  .map((value): unknown => JSON.parse(JSON.stringify(value)))

const optional = <fields extends object>(
  fields: {
    [key in keyof fields]: fc.Arbitrary<fields[key]>
  },
) => fc.record(fields, { requiredKeys: [] })

const natural = fc.oneof(fc.nat({ max: 9 }), fc.maxSafeNat())
const positive = fc.integer({ min: 1 })
const hashes = fc.uniqueArray(hash, { maxLength: 2 })
const wei = bits(256n)
const gas = bits(64n)
const blockNumber = bits(53n)
const text = fc.string({ unit: codePoint })
const name = fc.string({ minLength: 1, unit: codePoint })

const account = optional({
  balance: wei,
  nonce: natural,
  code: data,
  storage: fc.dictionary(hash, hash, { maxKeys: 3 }),
})
const accounts = fc.dictionary(address, account, { maxKeys: 3 })

/** Code and a contract at one address would not do. */
const codeless = fc.dictionary(
  address,
  optional({ balance: wei, nonce: natural }),
  { maxKeys: 3 },
)

const contract = fc
  .tuple(
    address,
    text,
    optional({
      name: text,
      decimals: fc.nat({ max: 255 }),
      balances: fc.dictionary(address, bits(250n), { maxKeys: 3 }),
      owner: address,
    }),
  )
  .map(([address, symbol, more]) => ({
    type: 'erc20' as const,
    address,
    symbol,
    ...more,
  }))

const match = {
  methods: fc.array(name, { minLength: 1, maxLength: 3 }),
  block: fc.constantFrom('latest', 'pending', '0x0', '0xa') as fc.Arbitrary<
    'latest' | '0xa'
  >,
  skip: natural,
  everyNth: fc.integer({ min: 1 }),
  times: fc.integer({ min: 1 }),
  since: fc.constantFrom(0, 5),
  until: fc.integer({ min: 6, max: 9_999 }),
}

const matching = <fault extends object>(
  fault: {
    [key in keyof fault]: fc.Arbitrary<fault[key]>
  },
) =>
  fc
    .tuple(fc.record(fault), optional(match))
    .map(([own, { block, ...narrowed }]) => ({
      ...own,
      ...narrowed,
      // Of methods that nobody knows, none is asked with a block.
      ...(block !== undefined && narrowed.methods === undefined && { block }),
    }))

const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc
    .tuple(
      matching({
        type: fc.constant('http' as const),
        status: fc.integer({ min: 400, max: 599 }),
      }),
      optional({
        body: text,
        headers: fc.dictionary(
          fc.constantFrom('retry-after', 'x-rate', 'content-type'),
          fc.constantFrom('1', '', 'text/plain; é'),
        ),
      }),
    )
    .map(([fault, more]) => ({ ...fault, ...more })),
  fc
    .tuple(
      matching({
        type: fc.constant('rpc' as const),
        code: fc.integer(),
        message: text,
      }),
      optional({ data: json }),
    )
    .map(([fault, more]) => ({ ...fault, ...more })),
  matching({ type: fc.constant('null' as const) }),
  matching({ type: fc.constant('network' as const) }),
  matching({ type: fc.constant('hold' as const) }),
  matching({ type: fc.constant('delay' as const), ms: natural }),
  matching({ type: fc.constant('stale' as const), beats: natural }),
  matching({ type: fc.constant('frozen' as const) }),
  matching({ type: fc.constant('unknownBlockAsZero' as const) }),
  matching({
    type: fc.constant('otherBlock' as const),
    to: fc.constantFrom('latest' as const, '0xa' as const),
  }),
)

/** Keys as a real block has them, and one that no list knows. */
const imported = fc
  .tuple(
    fc.record({
      number: fc.constantFrom('0x1', '0x0a'),
      // Zeros name no block, which then can only be pending.
      hash: hash.filter((bytes) => /[1-9a-f]/i.test(bytes.slice(2))),
      parentHash: hash,
      timestamp: fc.constant('0x5'),
      gasLimit: fc.constant('0x5'),
      gasUsed: fc.constant('0x0'),
      transactions: fc.array(hash, { maxLength: 2 }),
      extra: json,
    }),
    fc.boolean(),
    optional({ as: fc.constantFrom('latest', 'pending'), state: accounts }),
  )
  .map(([block, withReceipts, more]) => ({
    block,
    ...(withReceipts && {
      receipts: block.transactions.map((transactionHash) => ({
        transactionHash,
        status: '0x1',
      })),
    }),
    ...more,
  }))

const effect = {
  status: fc.constant('success' as const),
  logs: fc.array(
    fc
      .tuple(
        address,
        optional({ topics: fc.array(hash, { maxLength: 4 }), data }),
      )
      .map(([address, more]) => ({ address, ...more })),
    { maxLength: 2 },
  ),
  changes: accounts,
}

const common = {
  to: fc.option(address),
  value: wei,
  nonce: natural,
  data,
  blobGasUsed: gas,
  ...effect,
}
const l1 = optional({
  l1Fee: wei,
  l1GasUsed: gas,
  l1GasPrice: wei,
  l1BaseFeeScalar: gas,
  l1BlobBaseFee: wei,
  l1BlobBaseFeeScalar: gas,
})
const accessList = fc.array(
  fc.record({ address, storageKeys: fc.array(hash, { maxLength: 2 }) }),
  { maxLength: 2 },
)
const gasOfIt = fc.constantFrom({}, { gas: 30_000n }, { gas: 2n, gasUsed: 1n })

const envelope = fc.oneof(
  optional({ maxFeePerGas: wei, accessList, l1 }),
  optional({ gasPrice: wei }).map((fields) => ({
    transactionType: 'legacy' as const,
    ...fields,
  })),
  optional({ gasPrice: wei, accessList }).map((fields) => ({
    transactionType: 'eip2930' as const,
    ...fields,
  })),
  optional({ sourceHash: hash, mint: wei, isSystemTx: fc.boolean() }).map(
    (fields) => ({ transactionType: 'deposit' as const, ...fields }),
  ),
  fc
    .tuple(
      address,
      fc.record({ chainId: natural, address, nonce: natural }),
      optional({ r: hash, s: hash, yParity: fc.constantFrom(0, 1), v: wei }),
    )
    .map(([to, authorization, signature]) => ({
      transactionType: 'eip7702' as const,
      to,
      authorizationList: [{ ...authorization, ...signature }],
    })),
)

type Draft = Step extends infer step
  ? step extends Step
    ? Omit<step, 'at' | 'label'> & { label?: string }
    : never
  : never

const preconfirm = fc
  .tuple(address, optional(common), gasOfIt, envelope)
  .map(([from, fields, gas, envelope]) => ({
    type: 'preconfirm' as const,
    from,
    ...((fields.data ?? '0x') === '0x' && { to: null }),
    ...fields,
    ...gas,
    ...envelope,
  }))

const drafts = fc.oneof(
  preconfirm,
  fc.record({ type: fc.constant('drop' as const), transaction: hash }),
  fc.record({ type: fc.constant('setBalance' as const), address, value: wei }),
  fc.record({
    type: fc.constant('setNonce' as const),
    address,
    nonce: natural,
  }),
  fc.record({
    type: fc.constant('setCode' as const),
    address,
    bytecode: data,
  }),
  fc.record({
    type: fc.constant('setStorageAt' as const),
    address,
    index: hash,
    value: hash,
  }),
  fc.record({ type: fc.constant('setContract' as const), contract }),
  fc.record({ type: fc.constant('fault' as const), fault: faults }),
  imported.map((parameters) => ({
    type: 'importBlock' as const,
    ...parameters,
  })),
  fc.record({ type: fc.constant('announceBlock' as const), hash }),
  fc.constant({ type: 'seal' as const }),
  fc.record({ type: fc.constant('planSeal' as const), delay: positive }),
  fc.constant({ type: 'planBeats' as const, offsets: [5, 200, 900] }),
  optional({
    order: hashes,
    omit: hashes,
    amend: fc.array(
      fc
        .tuple(hash, optional({ gasUsed: gas, ...effect }))
        .map(([transaction, changed]) => ({ transaction, ...changed })),
      { maxLength: 2 },
    ),
  }).map((changed) => ({ type: 'planSeal' as const, omit: [], ...changed })),
  fc.record(
    { type: fc.constant('reorg' as const), depth: positive, omit: hashes },
    { requiredKeys: ['type', 'depth'] },
  ),
  fc
    .tuple(natural, optional({ finalized: natural }))
    .map(([lag, { finalized }]) => ({
      type: 'setFinalityLag' as const,
      safe: Math.min(lag, finalized ?? lag),
      ...(finalized !== undefined && { finalized }),
    })),
) as fc.Arbitrary<Draft>

/** Steps in the order of time; those that can have a label do, and end. */
const timeline = fc
  .array(fc.tuple(drafts, fc.nat({ max: 500 }), name), { maxLength: 6 })
  .map((given) => {
    const steps: object[] = []
    let at = 0
    given.forEach(([draft, pause, text], index) => {
      at += pause
      const label = `${text}${index}`
      if (draft.type === 'preconfirm') {
        steps.push({ at, ...draft, label })
        steps.push({ at, type: 'drop', transaction: label })
      } else if (draft.type === 'fault') {
        steps.push({ at, ...draft, fault: { ...draft.fault, label } })
        steps.push({ at, type: 'lift', label })
      } else steps.push({ at, ...draft })
    })
    return steps as Step[]
  })

const header = optional({
  initialBaseFeePerGas: wei,
  firstBaseFeePerGas: wei,
  gasLimit: fc.bigInt({ min: 10n ** 7n, max: 2n ** 64n - 1n }),
  miner: address,
  baseFeeRecipient: fc.option(address),
  extraData: bytes(0, 32),
  mixHash: hash,
  parentBeaconBlockRoot: hash,
  baseFeeMaxChangeDenominator: fc.integer({ min: 1, max: 99 }),
  elasticityMultiplier: fc.integer({ min: 1, max: 99 }),
  minBaseFeePerGas: wei,
})

const uint32 = fc.nat({ max: 2 ** 31 - 1 })
const l1Attributes = optional({
  number: blockNumber,
  baseFeePerGas: wei,
  blobBaseFee: wei,
  baseFeeScalar: uint32,
  blobBaseFeeScalar: uint32,
  batcherHash: hash,
  gasUsed: fc.bigInt({ min: 0n, max: 50_000n }),
})

const times = fc
  .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 20 }))
  .filter(([preconfirmationTime, beats]) => preconfirmationTime * beats >= 20)
  .map(([preconfirmationTime, beats]) => ({
    preconfirmationTime,
    blockTime: preconfirmationTime * beats,
  }))

const others = optional({
  chainId: fc.integer({ min: 1 }),
  timestamp: fc.bigInt({ min: 0n, max: 2n ** 36n - 1n }),
  sealing: fc.constantFrom('timed' as const, 'manual' as const),
  clock: fc.constantFrom('virtual' as const, 'ambient' as const),
  hardfork: fc.constantFrom(
    'cancun' as const,
    'prague' as const,
    'osaka' as const,
  ),
  calls: optional({
    gasLimit: gas.map((limit) => limit || 1n),
    environment: fc.constantFrom('pending' as const, 'latest' as const),
  }),
  accounts: codeless,
  contracts: fc.uniqueArray(contract, {
    maxLength: 2,
    selector: ({ address }) => address.toLowerCase(),
  }),
  importedBlocks: fc.array(imported, { maxLength: 2 }),
  header,
  l1Attributes: fc.option(l1Attributes),
  pendingIdentity: fc.constantFrom(
    'partialHash',
    'zeroHash',
    'nullHash',
    'nullHashAndMiner',
    'nullNumberAndHash',
  ) as fc.Arbitrary<'nullNumberAndHash'>,
  pendingStateRoot: fc.constantFrom('atSeal' as const, 'everyBeat' as const),
  finalityLag: fc.record({
    safe: fc.nat({ max: 600 }),
    finalized: fc.integer({ min: 600, max: 9_999 }),
  }),
  endpoint: fc.oneof(
    fc.constantFrom('dedicated' as const, 'public' as const),
    optional({
      allow: fc.array(name, { maxLength: 2 }),
      rate: fc.record({ requests: positive, per: positive }),
      batch: positive,
      body: positive,
    }),
  ),
  faults: fc.array(faults, { maxLength: 2 }),
  steps: timeline,
  duration: natural,
  requestHistory: natural,
  subscriptions: optional({
    newHeads: fc.constantFrom('block' as const, 'beat' as const),
    newFlashblocks: fc.constantFrom('block' as const, 'payload' as const),
  }),
})

/** Every option, fault and step at times, each in its canonical form. */
export const scenarios = fc
  .tuple(others, fc.oneof(fc.constant({}), times))
  .map(
    ([options, times]) =>
      ({ version: 1, ...options, ...times }) as MockNodeOptions,
  )

const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`

/**
 * Other writings of a value as it stands in a canonical file: amounts as hex
 * or as numbers, hex in capitals, keys in another order.
 */
export function rewrite(given: unknown, choose: () => number): unknown {
  if (Array.isArray(given)) return given.map((item) => rewrite(item, choose))
  if (typeof given === 'string' && /^0x[0-9a-f]{40,}$/.test(given))
    return choose() < 0.5 ? upper(given) : given
  if (typeof given !== 'object' || given === null) return given
  const entries = Object.entries(given).map(
    ([key, value]): [string, unknown, number] => {
      const order = choose()
      if (key === 'data' && typeof value !== 'string')
        return [key, value, order]
      if (['block', 'receipts', 'order', 'omit', 'transaction'].includes(key))
        return [key, value, order]
      return [key, rewriteAmount(key, value, choose), order]
    },
  )
  entries.sort(([, , left], [, , right]) => left - right)
  return Object.fromEntries(entries)
}

const amounts =
  /^(?:timestamp|number|balance|value|gas|gasUsed|gasPrice|max\w*PerGas|blobGasUsed|l1[A-Z]\w+|mint|v|baseFeePerGas|blobBaseFee|gasLimit|minBaseFeePerGas)$/

function rewriteAmount(key: string, value: unknown, choose: () => number) {
  if (!amounts.test(key) || !/^[0-9]+$/.test(`${value}`))
    return rewrite(value, choose)
  const amount = BigInt(value as string)
  if (choose() < 0.3) return `0x${amount.toString(16)}`
  return amount < 2n ** 53n && choose() < 0.5 ? Number(amount) : value
}
