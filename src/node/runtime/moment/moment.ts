import type { Chain } from '../../../chain/blocks/chain.js'
import type { SealAs } from '../../../chain/intents/seal.js'
import {
  append,
  type Lineage,
  newest,
  replace,
} from '../../../chain/model/lineage.js'
import type { FaultState } from '../../faults/faultState.js'
import type { TransactionName } from '../../schema/transactionName.js'

/** Everything that time and verbs change; a snapshot holds one. */
export type Moment = {
  /** ms since the node was created */
  readonly time: number
  /** When the open block opened, ms since the node was created. */
  readonly openedAt: number
  /** The number of its first beat, counted from 0 at creation. */
  readonly openedBeat: number
  /**
   * How many blocks were sealed before the open one, by the clock or by steps.
   */
  readonly boundaries: number
  /** The cadence of the open block. */
  readonly cadence: BeatCadence
  /** How the open block departs from the cadence; it ends with that block. */
  readonly plan: Plan
  readonly chain: Chain
  readonly faults: FaultState
  /** How many steps of the script have run. */
  readonly step: number
}

/** The part of the first moment that options decide. */
export type Start = Pick<Moment, 'chain' | 'faults' | 'cadence'>

/** How often a block is sealed, and comes to be pre-confirmed. */
export type BeatCadence = {
  /** ms from beat to beat */
  readonly preconfirmationTime: number
  /** ms from seal to seal */
  readonly blockTime: number
}

/** A script's plan for one block before it is sealed. */
export type Plan = {
  /** The cadence of the blocks after it, if it differs. */
  readonly cadence?: BeatCadence | undefined
  /** ms by which its seal is late */
  readonly delay: number
  /** ms from its opening, which is the first beat, to each beat. */
  readonly beats: readonly number[] | null
  /**
   * The changes made when it is sealed, in order, and when each was scripted.
   */
  readonly sealAs: readonly (SealAs<TransactionName> & { at: number })[]
}

export const noPlan: Plan = { delay: 0, beats: null, sealAs: [] }

/** The moments at which something happened, newest first. */
export type History = Lineage<Moment>

export function addMoment(history: History, moment: Moment): History {
  return history.value.time === moment.time
    ? replace(history, moment)
    : append(leaner(history), moment)
}

/** Without the projection of its queue, a state that is quickly made again. */
function leaner(history: History): History {
  const { value } = history
  const { chain } = value
  if (chain.queue.projected === undefined) return history
  const queue = { ...chain.queue, projected: undefined }
  return replace(history, { ...value, chain: { ...chain, queue } })
}

/**
 * The history as it was at `time`; after its newest moment only idle time
 * passed.
 */
export function historyAt(history: History, time: number): History {
  const found = newest(history, (moment) => moment.time <= time)
  return found ?? history
}
