import type { TimeVerb } from '../../clock/clock.js'
import { type CanonicalStep, nextStepAt } from '../../schema/step.js'
import { goalOf, timeTo } from './goal.js'
import type { Moment } from './moment.js'
import { never, type Timing } from './rhythm.js'

/**
 * Goes on from a moment to where a verb leads, by way of the steps that may
 * move it.
 *
 * @param go - Lets `ms` pass of the `whole` that seems to be ahead; returns the
 * moment after, or nothing where the journey ends.
 */
export function advanceToGoal(
  from: Moment,
  timing: Timing,
  timeline: readonly CanonicalStep[],
  { verb, by }: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => Moment | undefined,
): void {
  const goal = goalOf(from, timing, verb, by)
  let now: Moment | undefined = from
  let whole = timeTo(from, timing, timeline, goal)
  do {
    // No step moves where `advance` leads.
    const step = verb === 'advance' ? never : nextStepAt(timeline, now.step)
    now = go(Math.min(whole, (step ?? never) - now.time), whole)
    if (now !== undefined) whole = timeTo(now, timing, timeline, goal)
  } while (now !== undefined && whole > 0)
}
