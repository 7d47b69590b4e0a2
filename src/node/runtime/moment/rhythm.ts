import type { Moment, Rhythm } from './moment.js'

/** The rhythm is the one that a node starts with. */
export type Timing = Rhythm & {
  /** Whether blocks are sealed by the clock, or by the script alone. */
  readonly sealing: 'timed' | 'manual'
}

export const never = Number.POSITIVE_INFINITY

export function nextBoundary(
  { openedAt, plan, rhythm }: Moment,
  { sealing }: Timing,
): number {
  return sealing === 'manual' ? never : openedAt + rhythm.blockTime + plan.delay
}

/** The rhythm of the block after the open one. */
export function nextRhythm({ plan, rhythm }: Moment): Rhythm {
  return plan.rhythm ?? rhythm
}

/** The n-th next beat; past the boundary, blocks keep the rhythm. */
export function nextBeat(moment: Moment, timing: Timing, beats = 1): number {
  const boundary = nextBoundary(moment, timing)
  const offset = offsetOf(moment, index(moment) + beats)
  const at = moment.openedAt + offset
  if (at < boundary) return at
  const left = beatsBefore(boundary, moment) - 1 - index(moment)
  return boundary + (beats - left - 1) * nextRhythm(moment).preconfirmationTime
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
export function offsetOf({ plan, rhythm }: Moment, index: number): number {
  return plan.beats === null
    ? index * rhythm.preconfirmationTime
    : (plan.beats[index] ?? never)
}

/** The number of the last beat, counted from creation. */
export function beatNumber(moment: Moment): number {
  return moment.openedBeat + index(moment)
}

/** How many beats the open block has before an instant. */
export function beatsBefore(
  time: number,
  { openedAt, plan, rhythm }: Moment,
): number {
  const passed = time - openedAt
  return plan.beats === null
    ? Math.ceil(passed / rhythm.preconfirmationTime)
    : plan.beats.filter((offset) => offset < passed).length
}
