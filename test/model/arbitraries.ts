import fc from 'fast-check'
import type {
  Fault,
  Hex,
  ImportParameters,
  MockNodeOptions,
  PreconfirmParameters,
  Step,
} from 'preseal'
import { alice, bob, carol, ether, miner, token, word } from '../node/actors.js'
import { giveAs } from './donors.js'
import { stands } from './known.js'

const address = fc.constantFrom<Hex>(alice, bob, carol, token, miner)
const wei = fc.oneof(
  fc.constantFrom(0n, 1n, ether, 30n * ether, 2n ** 256n - 1n),
  fc.bigInt({ min: 0n, max: 10n ** 18n }),
)
const nonce = fc.oneof(fc.nat({ max: 5 }), fc.constant(2 ** 53 - 1))
const code = fc.constantFrom<Hex>('0x', '0x6000', '0xef0100')
const slot = fc.constantFrom<Hex>('0x0', '0x1', word(2))
const value32 = fc.constantFrom<Hex>('0x0', '0x2a', word(7))
const some = <value>(arbitrary: fc.Arbitrary<value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })
const rare = <value>(arbitrary: fc.Arbitrary<value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, arbitrary)

const changes = fc.dictionary(
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
export const transaction: fc.Arbitrary<PreconfirmParameters> = fc
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
    value: fc.oneof({ weight: 5, arbitrary: fc.bigInt(0n, 9n) }, wei),
    nonce: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 20 }),
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
    l1: some(fc.record({ l1Fee: some(fc.bigInt(0n, 99n)), l1GasUsed: some(fc.bigInt(0n, 99n)) })),
    mint: some(fc.bigInt(0n, 20n)),
    isSystemTx: some(fc.boolean()),
    keys: some(fc.constant([{ address: token, storageKeys: [word(1)] }])),
  })
  .map((given) => {
    const { type, price, tip = 0n, spared, gasUsed = 21_000n } = given
    const isDynamic = type === 'eip1559' || type === 'eip7702'
    const isDeposit = type === 'deposit'
    const isReverted = given.isReverted && given.value % 2n === 1n
    return {
      type,
      from: given.from,
      to: type === 'eip7702' ? (given.to ?? bob) : given.to,
      value: given.value,
      ...(given.nonce !== undefined && { nonce: given.nonce }),
      gasUsed,
      gas: gasUsed + spared,
      ...(given.data && { data: given.data }),
      ...(isDynamic && tip > 0n && { maxPriorityFeePerGas: tip }),
      ...(isDynamic && price !== undefined && { maxFeePerGas: price + tip }),
      ...(!isDynamic && !isDeposit && price !== undefined && { gasPrice: price }),
      ...(isReverted
        ? { status: 'reverted' as const }
        : {
            ...(given.changes && { changes: given.changes }),
            ...(given.logs && { logs: given.logs }),
          }),
      ...(given.blobGasUsed && { blobGasUsed: given.blobGasUsed }),
      ...(given.l1 && !isDeposit && { l1: defined(given.l1) }),
      ...(isDeposit && { mint: given.mint, isSystemTx: given.isSystemTx }),
      ...(given.keys && !isDeposit && type !== 'legacy' && { accessList: given.keys }),
      ...(type === 'eip7702' && {
        authorizationList: [{ chainId: 0, address: token, nonce: 1 }],
      }),
    } as PreconfirmParameters
  })

function defined<given extends object>(given: given) {
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

export const fault: fc.Arbitrary<Fault> = fc
  .record({
    kind: fc.oneof(
      fc.record({
        type: fc.constant('http'),
        status: fc.constantFrom(403, 404, 418, 429, 500, 503),
        body: some(fc.constantFrom('no', '{"error":{"code":-7,"message":"m"}}')),
      }),
      fc.constant({ type: 'rpc', code: -32042, message: 'not now' }),
      fc.constant({ type: 'null' }),
      fc.constant({ type: 'network' }),
      fc.record({ type: fc.constant('stale'), beats: fc.nat({ max: 12 }) }),
      fc.constant({ type: 'frozen' }),
      fc.record({ type: fc.constant('skew'), to: selector }),
      fc.constant({ type: 'zero' }),
    ),
    match: fc.record({
      methods: some(methods),
      block: some(selector),
      after: rare(fc.nat({ max: 9 })),
      every: rare(fc.integer({ min: 1, max: 3 })),
      times: some(fc.nat({ max: 40 })),
      from: rare(fc.nat({ max: 6_000 })),
      lasting: rare(fc.integer({ min: 1, max: 9_000 })),
    }),
  })
  .map(({ kind, match }) => {
    const { lasting, ...rest } = match
    const until = lasting && (rest.from ?? 0) + lasting
    const { after, every, times, ...uncounted } = { ...rest, until }
    const isUncounted = kind.type === 'skew' && stands.skewCountsAll
    return defined({ ...kind, ...(isUncounted ? uncounted : { ...rest, until }) }) as Fault
  })

export const options = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<MockNodeOptions> =>
  fc
    .record({
      chainId: fc.constantFrom(31_337, 10),
      timestamp: fc.constantFrom(1_767_225_600n, 1_003n),
      rhythm: fc.constantFrom([200, 2_000], [200, 2_000], [100, 300], [250, 1_250]),
      sealing: fc.constantFrom('timed', 'timed', 'timed', 'scripted'),
      others: changes,
      l1Attributes: fc.constantFrom(null, null, {}, { number: 5n, baseFeeScalar: 3, gasUsed: 50_000n }),
      pendingIdentity: fc.constantFrom('partialHash', 'zeroHash', 'nullHash', 'null'),
      stateRoot: fc.constantFrom('atSeal', 'everyBeat'),
      safeLag: fc.nat({ max: 3 }),
      further: fc.nat({ max: 3 }),
      endpoint: fc.oneof(
        { weight: 8, arbitrary: fc.constant('dedicated' as const) },
        fc.constant('public' as const),
        fc.constant({ rate: { requests: 90, per: 700 } }),
        fc.constant({ allow: ['eth_getBalance', 'eth_getBlockByNumber'] }),
      ),
      faults: fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        fc.array(fault, { maxLength: 2 }),
      ),
      blocks: fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        fc.array(importOf(donors), { maxLength: 2 }),
      ),
      baseFeePerGas: fc.constantFrom(0n, 0n, 7n, 1_000n),
      minBaseFeePerGas: fc.constantFrom(0n, 0n, 5n, 900n),
      gasLimit: fc.constantFrom(60_000_000n, 60_000_000n, 1_000_000n),
      header: fc.record({
        miner: some(fc.constant<Hex>(miner)),
        baseFeeRecipient: some(fc.constant<Hex>(token)),
        extraData: some(fc.constant<Hex>('0x00ff')),
        mixHash: some(fc.constant(word(3))),
        parentBeaconBlockRoot: some(fc.constant(word(4))),
        baseFeeMaxChangeDenominator: some(fc.constant(50)),
        elasticityMultiplier: some(fc.constant(6)),
      }),
    })
    .map((given) => {
      const { rhythm, safeLag, further, others, header, ...rest } = given
      const { baseFeePerGas, minBaseFeePerGas, gasLimit, ...options } = rest
      const isUnder = stands.floorFromBelow && baseFeePerGas === 0n
      return {
        ...options,
        preconfirmationTime: rhythm[0] as number,
        blockTime: rhythm[1] as number,
        safeLag,
        finalizedLag: safeLag + further,
        accounts: {
          ...others,
          [alice]: { balance: 10n * ether },
          [bob]: { balance: 5n * ether, nonce: 2 },
        },
        header: {
          ...defined(header),
          gasLimit,
          baseFeePerGas,
          minBaseFeePerGas: isUnder ? 0n : minBaseFeePerGas,
        },
      } as MockNodeOptions
    })

export const importOf = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<ImportParameters> =>
  fc
    .record({
      donor: fc.nat({ max: donors.length - 1 }),
      as: fc.constantFrom<'latest' | 'pending'>('latest', 'latest', 'pending'),
      isNameless: fc.boolean(),
      isThin: fc.boolean(),
    })
    .map(({ donor, ...way }) => giveAs(donors[donor] as ImportParameters, way))

/** Steps in the order of time, which name transactions and faults before them. */
export const timeline = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.record({
        after: fc.constantFrom(0, 0, 50, 100, 200, 200, 450, 1_000, 1_999),
        pick: fc.nat(),
        make: fc.oneof(
          { weight: 6, arbitrary: transaction.map(asStep) },
          { weight: 2, arbitrary: setting },
          { weight: 4, arbitrary: blockStep },
          { weight: 1, arbitrary: fault.map((one) => ({ type: 'fault', fault: one })) },
          { weight: 1, arbitrary: fc.constantFrom({ type: 'drop' }, { type: 'lift' }) },
          {
            weight: 1,
            arbitrary: importOf(donors).map((one) => ({ type: 'importBlock', ...one })),
          },
          {
            weight: 1,
            arbitrary: fc
              .nat({ max: donors.length - 1 })
              .map((at) => ({ type: 'expectBlock', hash: hashOf(donors[at]) })),
          },
        ),
      }),
      { maxLength: 14, size: 'max' },
    )
    .map((drafts) => {
      let at = 0
      const labels: { [type: string]: string[] } = { preconfirm: [], fault: [] }
      const steps: object[] = []
      for (const { after, pick, make } of drafts) {
        at += after
        const { type, ...fields } = make as { type: string }
        const known = labels[type === 'lift' ? 'fault' : 'preconfirm'] as string[]
        const named = (offset: number) =>
          known[(pick + offset) % known.length] as string
        const mine = labels[type]
        const label = mine && `${type} ${steps.length}`
        if (label !== undefined) mine?.push(label)
        if ((type === 'drop' || type === 'lift') && known.length === 0) continue
        if (type === 'sealAs' && known.length === 0) continue
        const bound =
          type === 'drop' || type === 'lift'
            ? { label: named(0) }
            : type === 'sealAs'
              ? bindSealAs(fields, named, known.length)
              : type === 'reorg' && 'omit' in fields
                ? { ...fields, omit: known.length > 0 ? [named(0)] : [] }
                : fields
        steps.push({ at, type, ...(label !== undefined && { label }), ...bound })
      }
      return steps as Step[]
    })

const hashOf = (given: ImportParameters | undefined) =>
  (given?.block as { hash: Hex }).hash

function asStep({ type, ...given }: PreconfirmParameters) {
  return { type: 'preconfirm', transactionType: type, ...given }
}

const blockStep = fc.oneof(
  fc.constant({ type: 'seal' }),
  fc.record({ type: fc.constant('delaySeal'), ms: fc.constantFrom(1, 300, 2_000) }),
  fc.record({
    type: fc.constant('beats'),
    offsets: fc
      .uniqueArray(fc.integer({ min: 1, max: 2_400 }), { maxLength: 5 })
      .map((offsets) => offsets.sort((one, other) => one - other)),
  }),
  fc.record({
    type: fc.constant('sealAs'),
    how: fc.constantFrom('order', 'omit', 'amend', 'revert'),
  }),
  fc.record({ type: fc.constant('reorg'), depth: fc.constantFrom(1, 1, 2, 3) }),
  fc.record({
    type: fc.constant('reorg'),
    depth: fc.constantFrom(1, 2),
    omit: fc.constant([]),
  }),
  fc.constantFrom(
    { type: 'setLag', safe: 1, finalized: 2 },
    { type: 'setLag', finalized: 5 },
    { type: 'setLag', safe: 2 },
  ),
)

function bindSealAs(
  fields: object,
  named: (offset: number) => string,
  count: number,
) {
  const transaction = named(0)
  switch ((fields as { how: string }).how) {
    case 'order':
      return count > 1 ? { order: [named(1), transaction] } : { omit: [transaction] }
    case 'omit':
      return { omit: [transaction] }
    case 'revert':
      return { amend: [{ transaction, status: 'reverted' }] }
    default:
      return {
        amend: [
          {
            transaction,
            gasUsed: 20_000n,
            changes: { [carol]: { balance: 9n } },
          },
        ],
      }
  }
}
