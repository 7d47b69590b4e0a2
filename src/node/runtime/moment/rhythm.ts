import type { Moment } from './moment.js'

export type Timing = {
  /** ms from beat to beat */
  readonly preconfirmationTime: number
  /** ms from seal to seal */
  readonly blockTime: number
  /** Whether blocks are sealed by the clock, or by the script alone. */
  readonly sealing: 'timed' | 'manual'
}

export const never = Number.POSITIVE_INFINITY

export function nextBoundary(
  { openedAt, plan }: Moment,
  { blockTime, sealing }: Timing,
): number {
  return sealing === 'manual' ? never : openedAt + blockTime + plan.delay
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
export function offsetOf(
  { plan }: Moment,
  timing: Timing,
  index: number,
): number {
  return plan.beats === null
    ? index * timing.preconfirmationTime
    : (plan.beats[index] ?? never)
}

/** The number of the last beat, counted from creation. */
export function beatNumber(moment: Moment, timing: Timing): number {
  return moment.openedBeat + index(moment, timing)
}

/** How many beats the open block has before an instant. */
export function beatsBefore(
  time: number,
  { openedAt, plan }: Moment,
  timing: Timing,
): number {
  const passed = time - openedAt
  return plan.beats === null
    ? Math.ceil(passed / timing.preconfirmationTime)
    : plan.beats.filter((offset) => offset < passed).length
}
