import type { TimeVerb } from '../../../base/clock/clock.js'
import { never, type Sealing } from '../moment/beats.js'
import { nextStepAt } from '../moment/due.js'
import type { Moment } from '../moment/moment.js'
import type { Step } from '../steps/steps.js'
import { goalOf, timeTo } from './goal.js'

/**
 * Advances from a moment to the goal of a verb, stopping at the steps that may
 * move that goal.
 *
 * @param go - Lets `ms` pass of the `whole` still to go; returns the moment
 * after, or undefined to stop.
 */
export function advanceToGoal(
  from: Moment,
  sealing: Sealing,
  script: readonly Step[],
  { verb, by }: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => Moment | undefined,
): void {
  const goal = goalOf(from, verb, by)
  let now: Moment | undefined = from
  let whole = timeTo(from, sealing, script, goal)
  do {
    // No step moves where `advance` leads.
    const step = verb === 'advance' ? never : nextStepAt(script, now.step)
    now = go(Math.min(whole, (step ?? never) - now.time), whole)
    if (now !== undefined) whole = timeTo(now, sealing, script, goal)
  } while (now !== undefined && whole > 0)
}
