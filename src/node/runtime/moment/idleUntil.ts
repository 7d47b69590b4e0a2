import { seal } from '../../../chain/intents/seal.js'
import {
  beatsBefore,
  nextBoundary,
  nextCadence,
  type Sealing,
} from './beats.js'
import { type Moment, noPlan } from './moment.js'

/** Passes idle time, for which blocks are arithmetic. */
export function idleUntil(
  moment: Moment,
  sealing: Sealing,
  time: number,
): Moment {
  if (time === moment.time) return moment
  const boundary = nextBoundary(moment, sealing)
  if (time < boundary) return { ...moment, time }
  const cadence = nextCadence(moment)
  const { blockTime, preconfirmationTime } = cadence
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
    cadence,
    plan: noPlan,
    chain: seal(moment.chain, 1 + more),
  }
}
