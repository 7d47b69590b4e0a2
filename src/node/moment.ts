import type { Chain } from '../chain/chain.js'
import { append, type Lineage, newest, replace } from '../chain/lineage.js'
import type { TimeVerb } from '../clock/clock.js'
import type { FaultState } from '../faults/faultState.js'

/** Everything that time and verbs change; a snapshot holds one. */
export type Moment = {
  /** ms since birth */
  readonly time: number
  /** When the open block opened, ms since birth. */
  readonly openedAt: number
  readonly chain: Chain
  readonly faults: FaultState
  /** How many steps of the timeline have run. */
  readonly step: number
}

export type Timing = {
  /** ms from beat to beat */
  readonly preconfirmationTime: number
  /** ms from seal to seal */
  readonly blockTime: number
}

export function nextBoundary({ openedAt }: Moment, timing: Timing): number {
  return openedAt + timing.blockTime
}

export function nextBeat(moment: Moment, timing: Timing, beats = 1): number {
  return (
    moment.openedAt +
    (index(moment, timing) + beats) * timing.preconfirmationTime
  )
}

/** ms from `moment` to where a verb that moves time leads. */
export function ahead(
  moment: Moment,
  timing: Timing,
  verb: TimeVerb,
  by: number,
): number {
  switch (verb) {
    case 'advance':
      return by
    case 'tick':
      return Math.max(0, nextBeat(moment, timing, by) - moment.time)
    case 'seal': {
      const to = moment.openedAt + by * timing.blockTime
      return Math.max(0, to - moment.time)
    }
  }
}

/** Position of the last pre-confirmation within its block. */
export function index({ time, openedAt }: Moment, timing: Timing): number {
  return Math.floor((time - openedAt) / timing.preconfirmationTime)
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
