import type { Chain } from '../chain/chain.js'
import { append, type Lineage, newest, replace } from '../chain/lineage.js'
import type { SealAs } from '../chain/sealAs.js'
import type { FaultState } from '../faults/faultState.js'

/** Everything that time and verbs change; a snapshot holds one. */
export type Moment = {
  /** ms since birth */
  readonly time: number
  /** When the open block opened, ms since birth. */
  readonly openedAt: number
  /** How the open block departs from the rhythm; none of it outlives it. */
  readonly plan: Plan
  readonly chain: Chain
  readonly faults: FaultState
  /** How many steps of the timeline have run. */
  readonly step: number
}

/** What a script says of one block before it is sealed. */
export type Plan = {
  /** ms by which its seal is late */
  readonly delay: number
  /** ms from its opening to each of its beats, which is the first of them. */
  readonly beats: readonly number[] | null
  /** What is changed as it is sealed. */
  readonly sealAs: SealAs | null
}

export const noPlan: Plan = { delay: 0, beats: null, sealAs: null }

export type Timing = {
  /** ms from beat to beat */
  readonly preconfirmationTime: number
  /** ms from seal to seal */
  readonly blockTime: number
  /** Whether blocks are sealed by the clock, or by the script alone. */
  readonly sealing: 'timed' | 'scripted'
}

export function nextBoundary(
  { openedAt, plan }: Moment,
  { blockTime, sealing }: Timing,
): number {
  return sealing === 'scripted'
    ? Number.POSITIVE_INFINITY
    : openedAt + blockTime + plan.delay
}

/** The n-th next beat; past the boundary, blocks keep the rhythm. */
export function nextBeat(moment: Moment, timing: Timing, beats = 1): number {
  const boundary = nextBoundary(moment, timing)
  const offset = offsetOf(moment, timing, index(moment, timing) + beats)
  const at = moment.openedAt + offset
  if (at < boundary) return at
  const left = beatsBefore(boundary, moment, timing) - 1 - index(moment, timing)
  return boundary + (beats - left - 1) * timing.preconfirmationTime
}

/** Position of the last pre-confirmation within its block. */
export function index(moment: Moment, timing: Timing): number {
  return beatsBefore(moment.time + 1, moment, timing) - 1
}

export function isBeat(moment: Moment, timing: Timing): boolean {
  return lastBeat(moment, timing) === moment.time
}

export function lastBeat(moment: Moment, timing: Timing): number {
  return moment.openedAt + offsetOf(moment, timing, index(moment, timing))
}

/** ms from the opening of the block to its beat of that index. */
function offsetOf({ plan }: Moment, timing: Timing, index: number): number {
  return plan.beats === null
    ? index * timing.preconfirmationTime
    : (plan.beats[index] ?? Number.POSITIVE_INFINITY)
}

/** How many beats the open block has before an instant. */
function beatsBefore(
  time: number,
  { openedAt, plan }: Moment,
  timing: Timing,
): number {
  const passed = time - openedAt
  return plan.beats === null
    ? Math.ceil(passed / timing.preconfirmationTime)
    : plan.beats.filter((offset) => offset < passed).length
}

/** The moments at which something happened, newest first. */
export type History = Lineage<Moment>

export function record(history: History, moment: Moment): History {
  return history.value.time === moment.time
    ? replace(history, moment)
    : append(history, moment)
}

/** The history as it stood at `time`; nothing but rest came after its newest. */
export function historyAt(history: History, time: number): History {
  const found = newest(history, (moment) => moment.time <= time)
  return found ?? history
}
