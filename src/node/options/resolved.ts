import type * as z from 'zod/mini'
import type { Clock } from '../../base/clock/clock.js'
import type { ChainConfig, PendingIdentity } from '../../chain/model/config.js'
import type { ImportParameters } from '../../chain/model/importedBlock.js'
import type { L1Attributes } from '../../chain/model/l1Attributes.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import type { Contract } from '../../engine/contract.js'
import type { Engine } from '../../engine/engine.js'
import type { Answering } from '../../rpc/view/answering.js'
import type { Endpoint } from '../faults/endpoint.js'
import type { Step } from '../runtime/steps/steps.js'
import type { optionsSchema, Profile } from './options.js'
import type { ResolvedHeader } from './resolveHeader.js'

/** What was given, in canonical form and without defaults. */
export type Given = z.output<ReturnType<typeof optionsSchema>>

/** Canonical options, every default in place. */
export type Options = Pick<
  ChainConfig,
  'hardfork' | 'calls' | 'finalityLag' | 'pendingStateRoot'
> & {
  /** Its options are canonical, and lie under these already. */
  readonly profile: Profile | undefined
  readonly chainId: number
  /** unix seconds; undefined: the clock decides, or the profile */
  readonly timestamp: bigint | undefined
  readonly preconfirmationTime: number
  readonly blockTime: number
  readonly sealing: 'timed' | 'manual'
  /** undefined: fake timers where there are any, else its own */
  readonly clock: 'virtual' | 'ambient' | Clock | undefined
  /** undefined: no bytecode runs */
  readonly engine: Engine | undefined
  readonly accounts: AccountsParameters
  readonly contracts: readonly Contract[]
  readonly blocks: readonly ImportParameters[]
  readonly header: ResolvedHeader
  readonly l1Attributes: L1Attributes | null
  readonly pendingIdentity: PendingIdentity
  readonly endpoint: Endpoint
  readonly faults: NonNullable<Given['faults']>
  readonly inclusion: NonNullable<Given['inclusion']>
  readonly steps: readonly Step[]
  readonly requestHistory: number
  readonly subscriptions: {
    readonly newHeads: 'block' | 'beat'
    readonly newFlashblocks: 'block' | 'payload'
  }
  readonly answers: Answering
}
