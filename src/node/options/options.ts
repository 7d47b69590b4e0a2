import * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import { amounts } from '../../base/validation/amounts.js'
import type { Judge } from '../../base/validation/values.js'
import * as values from '../../base/validation/values.js'
import type { Fork } from '../../chain/fork/fork.js'
import type { BeatsSeenBy, PendingIdentity } from '../../chain/model/config.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine, Hardfork } from '../../engine/engine.js'
import type { Endpoint } from '../faults/endpoint.js'
import type { Fault } from '../faults/fault.js'
import type { Step } from '../runtime/steps/steps.js'
import { accounts } from '../schema/accounts.js'
import { beatsSeenBy } from '../schema/beatsSeenBy.js'
import { contract } from '../schema/contract.js'
import { endpoint } from '../schema/endpoint.js'
import { fault } from '../schema/fault.js'
import { importParameters } from '../schema/importBlock.js'
import { type InclusionRule, inclusion } from '../schema/inclusion.js'
import {
  type L1AttributesOptions,
  l1Attributes,
} from '../schema/l1Attributes.js'
import { deferred, list, perDialect, value } from '../schema/schema.js'
import { type AnswerOptions, answers } from './fields/answers.js'
import { type CallOptions, calls } from './fields/calls.js'
import { clocks } from './fields/clock.js'
import { engines } from './fields/engine.js'
import { type FinalityLag, finalityLag } from './fields/finalityLag.js'
import { forks } from './fields/fork.js'
import { type HeaderOptions, header } from './fields/header.js'
import { type ProfileOf, profiles } from './fields/profile.js'
import { steps } from './fields/steps.js'
import {
  type SubscriptionOptions,
  subscriptions,
} from './fields/subscriptions.js'

/**
 * The start of a node; everything has a default.
 *
 * @example
 * const node = createMockNode({
 *   accounts: { [alice]: { balance: parseEther('10') } },
 *   blockTime: 1_000,
 * })
 */
export type MockNodeOptions = {
  /** The version of the format, which scenario files carry; 1 */
  version?: 1 | undefined
  /**
   * A chain as it is, such as `base()` of `preseal/chains`: what lies under all
   * other options, which are merged into it and win
   */
  profile?: Profile | undefined
  /** The id by which transactions and wallets know the chain; 31337 */
  chainId?: number | undefined
  /** The answer to `web3_clientVersion`; `preseal/` and the version */
  clientVersion?: string | undefined
  /**
   * Timestamp of the genesis block, in unix seconds; 1_767_225_600n (1 January
   * 2026). Under fake timers and the ambient clock `Date.now()` at creation,
   * since dapps compare the two.
   */
  timestamp?: bigint | undefined
  /** ms between two pre-confirmations of the pending block; 200 */
  preconfirmationTime?: number | undefined
  /**
   * ms between two blocks, a whole multiple of `preconfirmationTime`, 20 or
   * more; 2_000
   */
  blockTime?: number | undefined
  /**
   * Whether blocks are sealed every `blockTime`, or by steps and imports alone;
   * `'timed'`
   */
  sealing?: 'timed' | 'manual' | undefined
  /**
   * The source of time: the node's own clock that only its verbs move, the
   * current global `Date.now` and `setTimeout` at each call, or a clock such as
   * one of `@sinonjs/fake-timers`; by default the fake timers that there are at
   * creation, or without any the node's own
   */
  clock?: 'virtual' | 'ambient' | Clock | undefined
  /**
   * The engine for bytecode, such as `evm()` of `preseal/evm`; without one,
   * transactions do what they are scripted to do
   */
  engine?: Engine | undefined
  /**
   * The record of a live chain on whose block the node starts, as `parseFork` of
   * `preseal/fork` reads it; chain id, hardfork, time and header come from it
   */
  fork?: Fork | undefined
  /** Whose rules executions follow; `'prague'` */
  hardfork?: Hardfork | undefined
  /** How `eth_call` and its like run. */
  calls?: CallOptions | undefined
  /** Accounts of the genesis block, by address. */
  accounts?: AccountsParameters | undefined
  /** Contracts of the genesis block that have no bytecode. */
  contracts?: readonly Contract[] | undefined
  /** Real blocks to start from, imported in this order when the node is created. */
  blocks?: readonly ImportParameters[] | undefined
  /** Fields of block headers. */
  header?: HeaderOptions | undefined
  /**
   * Opens each block with the deposit that reports L1 to an OP chain, as
   * transaction 0; `{}` takes the defaults. null: blocks open empty
   */
  l1Attributes?: L1AttributesOptions | null | undefined
  /**
   * Whether a second deposit tells contracts the ms of each block, as on Base
   * since Denim, and blocks, transactions and logs show them; needs
   * `l1Attributes`, and a `blockTime` of whole multiples of 200; false
   */
  baseTime?: boolean | undefined
  /** A pending block's own number and hash; `'partialHash'` */
  pendingIdentity?: PendingIdentity | undefined
  /**
   * Whether the state root of the pending block is zero until it is sealed, or
   * real at every beat; `'atSeal'`
   */
  pendingStateRoot?: 'atSeal' | 'everyBeat' | undefined
  /**
   * Whose reads see the block that is being built: those of `pending`; calls and
   * accounts under `latest`, too (`'latestState'`); all that is read under
   * `latest`, with `eth_blockNumber`; or nobody's until the seal (`'none'`);
   * `'pending'`
   */
  beatsSeenBy?: BeatsSeenBy | undefined
  /** How many blocks `safe` and `finalized` are behind `latest`. */
  finalityLag?: FinalityLag | undefined
  /**
   * Requests that are refused before they get to the faults: none, those that
   * public endpoints do not serve, such as eth_getBlockReceipts (HTTP 403), or
   * by rules; `'dedicated'`
   */
  endpoint?: Endpoint | undefined
  /** The content of subscriptions. */
  subscriptions?: SubscriptionOptions | undefined
  /** Answers in which chains differ. */
  answers?: AnswerOptions | undefined
  /** Faults from the start. */
  faults?: readonly Fault[] | undefined
  /** Rules for transactions that are sent. */
  inclusion?: readonly InclusionRule[] | undefined
  /** In the order of `at`; steps of the same `at` act by position. */
  steps?: readonly Step[] | undefined
  /**
   * ms that the story takes, after which `sequence` begins the next one; the
   * node itself goes on
   */
  duration?: number | undefined
  /** How many of the latest answered requests are kept; 1_000 */
  requestHistory?: number | undefined
}

/** A chain as it is; `preseal/chains` has those of real ones. */
export type Profile = ProfileOf<ProfileOptions>

/** The options that are facts of a chain. */
export type ProfileOptions = Pick<
  MockNodeOptions,
  | 'chainId'
  | 'timestamp'
  | 'preconfirmationTime'
  | 'blockTime'
  | 'hardfork'
  | 'calls'
  | 'accounts'
  | 'header'
  | 'l1Attributes'
  | 'baseTime'
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
  const version = value<1>(values.oneOf(1))
  return z.strictObject({
    // A file may be older or newer than its reader, so it must have a version.
    version: (dialect === 'json'
      ? version
      : z.optional(version)) as z.ZodMiniOptional<typeof version>,
    profile: z.optional(value<Profile>(profiles[dialect] as Judge<Profile>)),
    chainId: z.optional(value(values.positive)),
    clientVersion: z.optional(value(values.nonEmptyText)),
    timestamp: z.optional(value(amounts[dialect].seconds)),
    preconfirmationTime: z.optional(value(values.milliseconds(1))),
    // No chain's blocks take so few ms, but many take fewer seconds.
    blockTime: z.optional(value(values.milliseconds(20))),
    sealing: z.optional(
      value<'timed' | 'manual'>(values.oneOf('timed', 'manual')),
    ),
    clock: z.optional(value(clocks[dialect])),
    engine: z.optional(value(engines[dialect])),
    fork: z.optional(value(forks[dialect])),
    hardfork: z.optional(
      value<Hardfork>(values.oneOf('cancun', 'prague', 'osaka')),
    ),
    calls: z.optional(calls(dialect)),
    accounts: z.optional(accounts(dialect)),
    contracts: z.optional(deferred(() => list(contract(dialect)))),
    blocks: z.optional(deferred(() => list(importParameters(dialect)))),
    header: z.optional(deferred(() => header(dialect))),
    l1Attributes: z.optional(z.nullable(deferred(() => l1Attributes(dialect)))),
    baseTime: z.optional(value(values.boolean)),
    pendingIdentity: z.optional(
      value<PendingIdentity>(
        values.oneOf(
          'partialHash',
          'zeroHash',
          'nullHash',
          'nullNumberAndHash',
        ),
      ),
    ),
    pendingStateRoot: z.optional(
      value<'atSeal' | 'everyBeat'>(values.oneOf('atSeal', 'everyBeat')),
    ),
    beatsSeenBy: z.optional(beatsSeenBy()),
    finalityLag: z.optional(finalityLag()),
    endpoint: z.optional(endpoint()),
    faults: z.optional(deferred(() => list(fault()))),
    inclusion: z.optional(deferred(() => list(inclusion()))),
    steps: z.optional(deferred(() => steps(dialect))),
    duration: natural,
    requestHistory: natural,
    subscriptions: z.optional(deferred(subscriptions)),
    answers: z.optional(deferred(answers)),
  })
})
