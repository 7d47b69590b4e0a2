import type * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import { zeroAddress, zeroHash } from '../../base/hex/hex.js'
import type { Resolved } from '../../base/validation/values.js'
import type { Fork } from '../../chain/fork/fork.js'
import type {
  BeatsSeenBy,
  ChainConfig,
  L1Attributes,
  PendingIdentity,
} from '../../chain/model/config.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine } from '../../engine/engine.js'
import type { SubscriptionOptions } from '../../rpc/subscriptions/subscriptionType.js'
import type { ResolvedAnswers } from '../../rpc/view/view.js'
import type { Endpoint } from '../faults/endpoint.js'
import type { BeatCadence, Sealing } from '../runtime/state/nodeState.js'
import type { Step } from '../runtime/steps/steps.js'
import { resolveAnswers } from './answers.js'
import type {
  HeaderOptions,
  L1AttributesOptions,
  optionsSchema,
  Profile,
} from './options.js'

/** The options in canonical form and without defaults. */
export type Given = z.output<ReturnType<typeof optionsSchema>>

/** Canonical options, every default in place. */
export type Options = Pick<
  ChainConfig,
  'hardfork' | 'codeSizeLimit' | 'calls' | 'finalityLag' | 'pendingStateRoot'
> &
  BeatCadence & {
    readonly sealing: Sealing
    /** Its options are canonical, and lie under these already. */
    readonly profile: Profile | undefined
    readonly chainId: number
    readonly clientVersion: string
    /** unix seconds; undefined: the clock decides, or the profile */
    readonly timestamp: bigint | undefined
    /** undefined: fake timers if there are any, else its own */
    readonly clock: 'virtual' | 'ambient' | Clock | undefined
    /** undefined: no bytecode runs */
    readonly engine: Engine | undefined
    readonly fork: Fork | undefined
    readonly accounts: AccountsParameters
    readonly contracts: readonly Contract[]
    readonly importedBlocks: readonly ImportParameters[]
    readonly header: Header
    readonly l1Attributes: L1Attributes | null
    readonly baseTimeDeposit: boolean
    readonly beatsSeenBy: BeatsSeenBy
    readonly pendingIdentity: PendingIdentity
    readonly endpoint: Endpoint
    readonly endpoints: readonly string[]
    readonly faults: NonNullable<Given['faults']>
    readonly steps: readonly Step[]
    readonly requestHistory: number
    readonly subscriptions: Resolved<SubscriptionOptions>
    readonly answers: ResolvedAnswers
  }

/**
 * Every default in place.
 *
 * @param own - Without what a profile lays under it.
 */
export function resolveOptions(
  given: Given,
  own: Given = given,
  profile?: Profile | undefined,
): Options {
  const { preconfirmationTime = 200, blockTime = 2_000 } = given
  return {
    profile,
    chainId: given.chainId ?? 31_337,
    clientVersion: given.clientVersion ?? clientVersion,
    timestamp: own.timestamp,
    preconfirmationTime,
    blockTime,
    sealing: given.sealing ?? 'timed',
    clock: given.clock,
    engine: given.engine,
    hardfork: given.hardfork ?? 'osaka',
    codeSizeLimit:
      given.codeSizeLimit === 'none'
        ? Number.POSITIVE_INFINITY
        : given.codeSizeLimit,
    calls: {
      gasLimit: given.calls?.gasLimit ?? 50_000_000n,
      environment: given.calls?.environment ?? 'pending',
    },
    fork: given.fork,
    accounts: given.accounts ?? {},
    contracts: given.contracts ?? [],
    importedBlocks: given.importedBlocks ?? [],
    header: resolveHeader(given.header),
    l1Attributes: resolveL1Attributes(given.l1Attributes),
    baseTimeDeposit: given.baseTimeDeposit ?? false,
    pendingIdentity: given.pendingIdentity ?? 'partialHash',
    pendingStateRoot: given.pendingStateRoot ?? 'atSeal',
    beatsSeenBy: given.beatsSeenBy ?? 'pending',
    finalityLag: {
      safe: given.finalityLag?.safe ?? 60,
      finalized: given.finalityLag?.finalized ?? 600,
    },
    endpoint: given.endpoint ?? 'dedicated',
    endpoints: given.endpoints ?? [],
    faults: given.faults ?? [],
    steps: given.steps ?? [],
    requestHistory: given.requestHistory ?? 1_000,
    subscriptions: {
      newHeads: given.subscriptions?.newHeads ?? 'block',
      newFlashblocks: given.subscriptions?.newFlashblocks ?? 'block',
    },
    answers: resolveAnswers(given.answers, {
      hasEngine: given.engine !== undefined,
      hasBeats: preconfirmationTime < blockTime,
    }),
  }
}

/** The default of `web3_clientVersion`: name and version of the package. */
export const clientVersion = 'preseal/0.1.0'

type Header = Resolved<Omit<HeaderOptions, Derived>> & {
  readonly [name in Derived]: HeaderOptions[name] | undefined
}

/** Undefined: the chain works them out for each block. */
type Derived = 'firstBaseFeePerGas' | 'mixHash' | 'parentBeaconBlockRoot'

/** Every default in place. */
function resolveHeader(given: HeaderOptions = {}): Header {
  return {
    initialBaseFeePerGas: given.initialBaseFeePerGas ?? 0n,
    firstBaseFeePerGas: given.firstBaseFeePerGas,
    gasLimit: given.gasLimit ?? 60_000_000n,
    miner: given.miner ?? zeroAddress,
    baseFeeRecipient: given.baseFeeRecipient ?? null,
    extraData: given.extraData ?? '0x',
    mixHash: given.mixHash,
    parentBeaconBlockRoot: given.parentBeaconBlockRoot,
    baseFeeMaxChangeDenominator: given.baseFeeMaxChangeDenominator ?? 8,
    elasticityMultiplier: given.elasticityMultiplier ?? 2,
    minBaseFeePerGas: given.minBaseFeePerGas ?? 0n,
  }
}

/** Every default in place; null: blocks open empty. */
function resolveL1Attributes(
  given: L1AttributesOptions | null | undefined,
): L1Attributes | null {
  if (given === undefined || given === null) return null
  return {
    number: given.number ?? 0n,
    baseFeePerGas: given.baseFeePerGas ?? 0n,
    blobBaseFee: given.blobBaseFee ?? 0n,
    baseFeeScalar: given.baseFeeScalar ?? 0,
    blobBaseFeeScalar: given.blobBaseFeeScalar ?? 0,
    batcherHash: given.batcherHash ?? zeroHash,
    // As in index 0 of a block of Base Sepolia, which holds nothing else.
    gasUsed: given.gasUsed ?? 46_108n,
  }
}
