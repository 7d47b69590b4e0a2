import { seal } from '../../../chain/intents/seal.js'
import { type Moment, noPlan } from './moment.js'
import { beatsBefore, nextBoundary, type Timing } from './rhythm.js'

/** Passes idle time, for which blocks are arithmetic. */
export function idleUntil(
  moment: Moment,
  timing: Timing,
  time: number,
): Moment {
  if (time === moment.time) return moment
  const boundary = nextBoundary(moment, timing)
  if (time < boundary) return { ...moment, time }
  const more = Math.floor((time - boundary) / timing.blockTime)
  return {
    ...moment,
    time,
    openedAt: boundary + more * timing.blockTime,
    openedBeat:
      moment.openedBeat +
      beatsBefore(boundary, moment, timing) +
      more * (timing.blockTime / timing.preconfirmationTime),
    boundaries: moment.boundaries + 1 + more,
    plan: noPlan,
    chain: seal(moment.chain, 1 + more),
  }
}
