import type { Header } from '../../../base/codec/header.js'
import type { Hash } from '../../../base/hex/hex.js'
import type { Execution } from '../../../engine/engine.js'
import type { Included } from '../../model/transaction.js'
import type {
  BlockOverrides,
  CallRequest,
  StateOverrides,
} from '../callRequest.js'
import type { CallRefusal } from '../refusal.js'
import type { CollectedLog } from './collectLogs.js'

/** The request of `eth_simulateV1`. */
export type Simulation = {
  readonly blocks: readonly SimulationBlock[]
  /** Whether nonces and base fees count, as for real transactions. */
  readonly isValidated: boolean
  /** Whether transfers of ether appear as logs. */
  readonly tracesTransfers: boolean
  readonly fullTransactions: boolean
}

export type SimulationBlock = {
  readonly header: BlockOverrides | undefined
  readonly accounts: StateOverrides | undefined
  readonly calls: readonly CallRequest[]
}

/** A block that is not there, and what its calls did. */
export type SimulatedBlock = {
  readonly header: Header
  readonly hash: Hash
  readonly size: number
  readonly included: readonly Included[]
  readonly calls: readonly SimulatedCall[]
}

export type SimulatedCall = {
  readonly execution: Execution
  /** With transfers, if they appear. */
  readonly logs: readonly CollectedLog[]
  /** Whether it had less gas than it would, for the node allows no more. */
  readonly isCapped: boolean
}

/** Why a simulation ends without an answer. */
export type SimulationRefusal =
  | (CallRefusal & { readonly gas?: bigint | undefined })
  | {
      readonly type: 'unfit'
      readonly kind: 'number' | 'timestamp' | 'gasLimit' | 'limit' | 'empty'
      readonly reason: string
    }

export function unfit(
  kind: Extract<SimulationRefusal, { type: 'unfit' }>['kind'],
  reason: string,
): SimulationRefusal {
  return { type: 'unfit', kind, reason }
}
