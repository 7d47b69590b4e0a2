import type { BeatCadence, Moment } from './moment.js'

/** Whether blocks are sealed by the clock, or by the script alone. */
export type Sealing = 'timed' | 'manual'

export const never = Number.POSITIVE_INFINITY

export function nextBoundary(
  { openedAt, plan, cadence }: Moment,
  sealing: Sealing,
): number {
  return sealing === 'manual'
    ? never
    : openedAt + cadence.blockTime + plan.delay
}

/** The cadence of the block after the open one. */
export function nextCadence({ plan, cadence }: Moment): BeatCadence {
  return plan.cadence ?? cadence
}

/** The n-th next beat; past the boundary, blocks keep the cadence. */
export function nextBeat(moment: Moment, sealing: Sealing, beats = 1): number {
  const boundary = nextBoundary(moment, sealing)
  const offset = offsetOf(moment, index(moment) + beats)
  const at = moment.openedAt + offset
  if (at < boundary) return at
  const left = beatsBefore(boundary, moment) - 1 - index(moment)
  return boundary + (beats - left - 1) * nextCadence(moment).preconfirmationTime
}

/** Position of the last pre-confirmation within its block. */
export function index(moment: Moment): number {
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
