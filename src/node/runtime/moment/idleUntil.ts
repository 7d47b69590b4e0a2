import { seal } from '../../../chain/intents/seal.js'
import { type Moment, noPlan } from './moment.js'
import { beatsBefore, nextBoundary, nextRhythm, type Timing } from './rhythm.js'

/** Passes idle time, for which blocks are arithmetic. */
export function idleUntil(
  moment: Moment,
  timing: Timing,
  time: number,
): Moment {
  if (time === moment.time) return moment
  const boundary = nextBoundary(moment, timing)
  if (time < boundary) return { ...moment, time }
  const rhythm = nextRhythm(moment)
  const { blockTime, preconfirmationTime } = rhythm
  const more = Math.floor((time - boundary) / blockTime)
  return {
    ...moment,
    time,
    openedAt: boundary + more * blockTime,
    openedBeat:
      moment.openedBeat +
      beatsBefore(boundary, moment) +
      more * (blockTime / preconfirmationTime),
    boundaries: moment.boundaries + 1 + more,
    rhythm,
    plan: noPlan,
    chain: seal(moment.chain, 1 + more),
  }
}
