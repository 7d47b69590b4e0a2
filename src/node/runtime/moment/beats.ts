import { type BeatPosition, positionIn } from '../../../chain/blocks/chain.js'
import { seal } from '../../../chain/intents/seal.js'
import { type BeatCadence, type Moment, noPlan } from './moment.js'

/**
 * What an idle chain does that somebody has to learn of. What is sent makes
 * beats of its own.
 */
export type Watched = 'beats' | 'blocks' | 'nothing'

export const never = Number.POSITIVE_INFINITY

export function nextBoundary({
  openedAt,
  plan,
  cadence,
  sealing,
}: Moment): number {
  return sealing === 'timed' ? openedAt + cadence.blockTime + plan.delay : never
}

/** The cadence of the block after the open one. */
export function nextCadence({ plan, cadence }: Moment): BeatCadence {
  return plan.cadence ?? cadence
}

/** The n-th next beat; past the boundary, blocks keep the cadence. */
export function nextBeat(moment: Moment, beats = 1): number {
  const boundary = nextBoundary(moment)
  const offset = offsetOf(moment, index(moment) + beats)
  const at = moment.openedAt + offset
  if (at < boundary) return at
  const left = beatsBefore(boundary, moment) - 1 - index(moment)
  return boundary + (beats - left - 1) * nextCadence(moment).preconfirmationTime
}

/** Position of the last pre-confirmation within its block. */
function index(moment: Moment): number {
  return beatsBefore(moment.time + 1, moment) - 1
}

export function isBeat(moment: Moment): boolean {
  return lastBeat(moment) === moment.time
}

export function lastBeat(moment: Moment): number {
  return moment.openedAt + offsetOf(moment, index(moment))
}

/** ms from the opening of the block to its beat of that index. */
export function offsetOf({ plan, cadence }: Moment, index: number): number {
  return plan.beats === null
    ? index * cadence.preconfirmationTime
    : (plan.beats[index] ?? never)
}

/** The number of the last beat, counted from creation. */
export function beatNumber(moment: Moment): number {
  return moment.openedBeat + index(moment)
}

/** How many beats the open block has before an instant. */
export function beatsBefore(
  time: number,
  { openedAt, plan, cadence }: Moment,
): number {
  const passed = time - openedAt
  return plan.beats === null
    ? Math.ceil(passed / cadence.preconfirmationTime)
    : plan.beats.filter((offset) => offset < passed).length
}

export function beatPosition(moment: Moment): BeatPosition {
  return positionIn(moment.chain, index(moment))
}

/** `at`: ms since the node was created */
type Timed = { readonly at: number }

/**
 * The steps from `position` on that are due by `now`, in the order in which
 * they act: by `at`, then by position, which is how a script is sorted.
 */
export function due<step extends Timed>(
  script: readonly step[],
  position: number,
  now: number,
): readonly step[] {
  let end = position
  while ((script[end]?.at ?? Number.POSITIVE_INFINITY) <= now) end += 1
  return script.slice(position, end)
}

/** When the step at `position` is due, in ms since birth, if there is one. */
export function nextStepAt(
  script: readonly Timed[],
  position: number,
): number | undefined {
  return script[position]?.at
}

/** Passes idle time, for which blocks are arithmetic. */
export function idleUntil(moment: Moment, time: number): Moment {
  if (time === moment.time) return moment
  const boundary = nextBoundary(moment)
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
