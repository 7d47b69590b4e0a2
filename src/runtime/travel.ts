import type { TimeVerb } from '../clock/clock.js'
import type { CanonicalStep } from '../schema/step.js'
import { nextStepAt } from '../schema/timeline.js'
import { ahead, goalOf } from './ahead.js'
import type { Moment } from './moment.js'
import { never, type Timing } from './rhythm.js'

/**
 * Goes on from a moment to where a verb leads, by way of the steps that may
 * move it.
 *
 * @param go - Lets `ms` pass of the `whole` that seems to be ahead; returns the
 * moment after, or nothing where the journey ends.
 */
export function travel(
  from: Moment,
  timing: Timing,
  timeline: readonly CanonicalStep[],
  { verb, by }: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => Moment | undefined,
): void {
  const goal = goalOf(from, timing, verb, by)
  let now: Moment | undefined = from
  let whole = ahead(from, timing, timeline, goal)
  do {
    // No step moves where `advance` leads.
    const step = verb === 'advance' ? never : nextStepAt(timeline, now.step)
    now = go(Math.min(whole, (step ?? never) - now.time), whole)
    if (now !== undefined) whole = ahead(now, timing, timeline, goal)
  } while (now !== undefined && whole > 0)
}
