import * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import { amounts, type Dialect } from '../../base/validation/amounts.js'
import { hardforks } from '../../base/validation/hardforks.js'
import * as values from '../../base/validation/values.js'
import { address, oneOf, type Validator } from '../../base/validation/values.js'
import type { Fork } from '../../chain/fork/fork.js'
import type { BeatsSeenBy, PendingIdentity } from '../../chain/model/config.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine, Hardfork } from '../../engine/engine.js'
import type { SubscriptionOptions } from '../../rpc/subscriptions/subscriptionType.js'
import type { AnswerOptions } from '../../rpc/view/view.js'
import type { Endpoint } from '../faults/endpoint.js'
import type { Fault } from '../faults/faultTypes.js'
import { stepList } from '../runtime/script/anyStep.js'
import type { Sealing } from '../runtime/state/nodeState.js'
import { cadenceFields, sealing } from '../runtime/steps/node.js'
import type { Step } from '../runtime/steps/steps.js'
import { accounts } from '../schema/accounts.js'
import { contract } from '../schema/contract.js'
import { endpoint, endpointNames } from '../schema/endpoint.js'
import { fault } from '../schema/fault.js'
import { importParameters } from '../schema/importBlock.js'
import { deferred, list, object, perDialect, value } from '../schema/schema.js'
import {
  answers,
  clocks,
  engines,
  forks,
  type ProfileOf,
  profiles,
} from './answers.js'

/**
 * Options of `createMockNode`. All of them have defaults.
 *
 * @example
 * const node = createMockNode({
 *   accounts: { [alice]: { balance: parseEther('10') } },
 *   blockTime: 1_000,
 * })
 */
export type MockNodeOptions = {
  /** Version of the format of scenario files; default 1 */
  version?: 1 | undefined
  /**
   * The profile of a real chain, such as `base()` of `preseal/chains`. All
   * other options are merged into it and override it
   */
  profile?: Profile | undefined
  /** Chain id; default 31337 */
  chainId?: number | undefined
  /** Answer to `web3_clientVersion`; default `preseal/` and the version */
  clientVersion?: string | undefined
  /**
   * Timestamp of the genesis block, in unix seconds. Default 1_767_225_600n (1
   * January 2026); under fake timers or the ambient clock `Date.now()` at
   * creation, since dapps compare the two.
   */
  timestamp?: bigint | undefined
  /** ms between two pre-confirmations of the pending block; default 200 */
  preconfirmationTime?: number | undefined
  /**
   * ms between two blocks, a whole multiple of `preconfirmationTime`, 20 or
   * more; default 2_000
   */
  blockTime?: number | undefined
  /**
   * Whether blocks are sealed every `blockTime`, only by verbs, steps and
   * imports, or at once, one for each transaction; default `'timed'`
   */
  sealing?: Sealing | undefined
  /**
   * Source of time: the node's own clock, which only its verbs move; the
   * current global `Date.now` and `setTimeout`; or a clock such as one of
   * `@sinonjs/fake-timers`. Default the fake timers installed at creation, else
   * the node's own clock
   */
  clock?: 'virtual' | 'ambient' | Clock | undefined
  /**
   * The engine for bytecode, such as `evm()` of `preseal/evm`. Without one,
   * transactions have only their scripted effects
   */
  engine?: Engine | undefined
  /**
   * Starts the node on a block of a live chain, from the record that
   * `parseFork` of `preseal/fork` reads; it sets chain id, hardfork, time and
   * header
   */
  fork?: Fork | undefined
  /** Hardfork whose rules apply to executions; default `'osaka'` */
  hardfork?: Hardfork | undefined
  /**
   * The most bytes of a contract, whose initcode may have twice as many, or
   * `'none'`; default 24_576, 65_536 in Amsterdam (EIP-170, 7954)
   */
  codeSizeLimit?: number | 'none' | undefined
  /** How `eth_call` and similar methods run. */
  calls?: CallOptions | undefined
  /** Accounts of the genesis block, by address. */
  accounts?: AccountsParameters | undefined
  /** Contracts of the genesis block without bytecode, such as `erc20()`. */
  contracts?: readonly Contract[] | undefined
  /** Real blocks to start from, imported in this order at creation. */
  importedBlocks?: readonly ImportParameters[] | undefined
  /** Fields of block headers. */
  header?: HeaderOptions | undefined
  /**
   * Opens each block with the L1 attributes deposit of OP chains, as
   * transaction 0; `{}` takes the defaults. Default null: blocks open empty
   */
  l1Attributes?: L1AttributesOptions | null | undefined
  /**
   * Adds the ms of each block, as Base since Denim: a second deposit for
   * contracts, and fields of blocks, transactions and logs. Needs
   * `l1Attributes` and a `blockTime` that is a multiple of 200; default false
   */
  baseTimeDeposit?: boolean | undefined
  /** Number and hash of the pending block; default `'partialHash'` */
  pendingIdentity?: PendingIdentity | undefined
  /**
   * When the pending block gets its real state root: at the seal (zero until
   * then) or at every beat; default `'atSeal'`
   */
  pendingStateRoot?: 'atSeal' | 'everyBeat' | undefined
  /**
   * The reads that see the block that is being built: reads of `pending`; also
   * calls and accounts under `latest` (`'latestState'`); every read under
   * `latest`, and `eth_blockNumber`; or no read until the seal (`'none'`);
   * default `'pending'`
   */
  beatsSeenBy?: BeatsSeenBy | undefined
  /** Number of blocks that `safe` and `finalized` are behind `latest`. */
  finalityLag?: FinalityLag | undefined
  /**
   * Requests refused before faults apply: none (`'dedicated'`, the default),
   * those that public endpoints do not serve, such as eth_getBlockReceipts
   * (HTTP 403), or by rules
   */
  endpoint?: Endpoint | undefined
  /**
   * Names of further endpoints of the same chain, which `node.endpoint` reaches;
   * faults choose one by `endpoint`
   */
  endpoints?: readonly string[] | undefined
  /** The content of subscriptions. */
  subscriptions?: SubscriptionOptions | undefined
  /** Answers in which chains differ. */
  answers?: AnswerOptions | undefined
  /** Faults from the start. */
  faults?: readonly Fault[] | undefined
  /** Steps, ordered by `at`. Steps with the same `at` act in their order. */
  steps?: readonly Step[] | undefined
  /**
   * ms after which `sequence` begins the next scenario; the node itself goes on
   */
  duration?: number | undefined
  /** Number of answered requests to keep; default 1_000 */
  requestHistory?: number | undefined
}

/** The profile of a chain; `preseal/chains` has those of real chains. */
export type Profile = ProfileOf<ProfileOptions>

/** The options that a profile can set. */
export type ProfileOptions = Pick<
  MockNodeOptions,
  | 'chainId'
  | 'timestamp'
  | 'preconfirmationTime'
  | 'blockTime'
  | 'sealing'
  | 'clientVersion'
  | 'hardfork'
  | 'codeSizeLimit'
  | 'calls'
  | 'accounts'
  | 'header'
  | 'l1Attributes'
  | 'baseTimeDeposit'
  | 'pendingIdentity'
  | 'pendingStateRoot'
  | 'beatsSeenBy'
  | 'finalityLag'
  | 'endpoint'
  | 'subscriptions'
  | 'answers'
>

/** Every option; a new option of `createMockNode` is a new key here. */
export const optionsSchema = perDialect((dialect) => {
  const natural = z.optional(value(values.natural))
  const cadence = cadenceFields()
  const version = value(values.oneOf(1))
  return z.strictObject({
    // A file may be older or newer than its reader, so it must have a version.
    version: (dialect === 'json'
      ? version
      : z.optional(version)) as z.ZodMiniOptional<typeof version>,
    profile: z.optional(
      value<Profile>(profiles[dialect] as Validator<Profile>),
    ),
    chainId: z.optional(value(values.positive)),
    clientVersion: z.optional(value(values.nonEmptyText)),
    timestamp: z.optional(value(amounts[dialect].seconds)),
    preconfirmationTime: cadence.preconfirmationTime,
    blockTime: cadence.blockTime,
    sealing: z.optional(value(sealing)),
    clock: z.optional(value(clocks[dialect])),
    engine: z.optional(value(engines[dialect])),
    fork: z.optional(value(forks[dialect])),
    hardfork: z.optional(value(values.oneOf(...hardforks))),
    codeSizeLimit: z.optional(value(codeSizeLimit)),
    calls: z.optional(calls(dialect)),
    accounts: z.optional(accounts(dialect)),
    contracts: z.optional(deferred(() => list(contract(dialect)))),
    importedBlocks: z.optional(deferred(() => list(importParameters(dialect)))),
    header: z.optional(deferred(() => header(dialect))),
    l1Attributes: z.optional(z.nullable(deferred(() => l1Attributes(dialect)))),
    baseTimeDeposit: cadence.baseTimeDeposit,
    pendingIdentity: z.optional(
      value(
        values.oneOf(
          'partialHash',
          'zeroHash',
          'nullHash',
          'nullHashAndMiner',
          'nullNumberAndHash',
        ),
      ),
    ),
    pendingStateRoot: z.optional(value(values.oneOf('atSeal', 'everyBeat'))),
    beatsSeenBy: cadence.beatsSeenBy,
    finalityLag: z.optional(finalityLag()),
    endpoint: z.optional(endpoint()),
    endpoints: z.optional(endpointNames()),
    faults: z.optional(deferred(() => list(fault()))),
    steps: z.optional(deferred(() => stepList(dialect))),
    duration: z.optional(value(values.milliseconds(0))),
    requestHistory: natural,
    subscriptions: z.optional(deferred(subscriptions)),
    answers: z.optional(deferred(() => answers(dialect))),
  })
})

const codeSizeLimit: Validator<number | 'none'> = {
  json: { anyOf: [values.positive.json, { const: 'none' }] },
  check(given) {
    if (given === 'none') return { ok: true, value: given }
    const size = values.positive.check(given)
    return size.ok ? size : { ...size, expected: `${size.expected}, or 'none'` }
  },
}

type CallOptions = {
  /** gas of calls that give none; default 50_000_000n */
  gasLimit?: bigint | undefined
  /**
   * The block whose number, time and base fee a call on the pending state sees:
   * the pending one, or latest as on base/base; default `'pending'`
   */
  environment?: 'pending' | 'latest' | undefined
}

const calls = (dialect: Dialect) =>
  object(
    z.strictObject({
      gasLimit: z.optional(value(amounts[dialect].gasLimit)),
      environment: z.optional(value(oneOf('pending', 'latest'))),
    }),
  )

type FinalityLag = {
  /** blocks that `safe` is behind `latest`; default 60 */
  safe?: number | undefined
  /** blocks that `finalized` is behind `latest`, `safe` or more; default 600 */
  finalized?: number | undefined
}

function finalityLag() {
  const natural = z.optional(value(values.natural))
  return object(z.strictObject({ safe: natural, finalized: natural }))
}

const subscriptions = () =>
  object(
    z.strictObject({
      newHeads: z.optional(value(values.oneOf('block', 'beat'))),
      newFlashblocks: z.optional(value(values.oneOf('block', 'payload'))),
    }),
  )

export type HeaderOptions = {
  /** wei per gas, of the genesis block; default 0n, so that sums stay exact */
  initialBaseFeePerGas?: bigint | undefined
  /** wei per gas, of block 1; by default it follows from genesis (EIP-1559) */
  firstBaseFeePerGas?: bigint | undefined
  /** gas; default 60_000_000n */
  gasLimit?: bigint | undefined
  /** The fee recipient; default the zero address */
  miner?: Address | undefined
  /**
   * Receiver of the base fee, such as the vault
   * 0x4200000000000000000000000000000000000019 of OP chains. Default null: it
   * is burnt
   */
  baseFeeRecipient?: Address | null | undefined
  /** At most 32 bytes; default `'0x'` */
  extraData?: Hex | undefined
  /** Of each block; by default another one in each */
  mixHash?: Hash | undefined
  /** Of each block; by default another one in each */
  parentBeaconBlockRoot?: Hash | undefined
  /** EIP-1559: the base fee changes by at most 1/n per block; default 8 */
  baseFeeMaxChangeDenominator?: number | undefined
  /** EIP-1559: the gas target is the gas limit divided by this; default 2 */
  elasticityMultiplier?: number | undefined
  /** Minimum of the base fee, in wei per gas; default 0n */
  minBaseFeePerGas?: bigint | undefined
}

function header(dialect: Dialect) {
  const positive = z.optional(value(values.positive))
  const hash = z.optional(value(values.hash))
  const weiPerGas = z.optional(value(amounts[dialect].weiPerGas))
  return object(
    z.strictObject({
      initialBaseFeePerGas: weiPerGas,
      firstBaseFeePerGas: weiPerGas,
      gasLimit: z.optional(value(amounts[dialect].gasLimit)),
      miner: z.optional(value(address)),
      baseFeeRecipient: z.optional(z.nullable(value(address))),
      extraData: z.optional(value(values.extraData)),
      mixHash: hash,
      parentBeaconBlockRoot: hash,
      baseFeeMaxChangeDenominator: positive,
      elasticityMultiplier: positive,
      minBaseFeePerGas: weiPerGas,
    }),
  )
}

/** The L1 attributes in the deposit that opens each block. */
export type L1AttributesOptions = {
  /** Number of the L1 block that the genesis block derives from; default 0n */
  number?: bigint | undefined
  /** wei per gas; default 0n */
  baseFeePerGas?: bigint | undefined
  /** wei per blob gas; default 0n */
  blobBaseFee?: bigint | undefined
  /** Default 0 */
  baseFeeScalar?: number | undefined
  /** Default 0 */
  blobBaseFeeScalar?: number | undefined
  /** The batcher, as 32 bytes; default 32 zero bytes */
  batcherHash?: Hash | undefined
  /** Gas of each deposit; default 46_108n */
  gasUsed?: bigint | undefined
}

const l1Attributes = (dialect: Dialect) => {
  const { blockNumber, gas, weiPerGas } = amounts[dialect]
  const scalar = z.optional(value(values.uint32))
  return object(
    z.strictObject({
      number: z.optional(value(blockNumber)),
      baseFeePerGas: z.optional(value(weiPerGas)),
      blobBaseFee: z.optional(value(weiPerGas)),
      baseFeeScalar: scalar,
      blobBaseFeeScalar: scalar,
      batcherHash: z.optional(value(values.hash)),
      gasUsed: z.optional(value(gas)),
    }),
  )
}
