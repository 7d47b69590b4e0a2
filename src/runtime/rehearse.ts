import type { TimeVerb } from '../clock/clock.js'
import { nextInstant, play } from './play.js'
import type { Step } from './steps/steps.js'
import { advanceToGoal } from './time/advanceToGoal.js'
import { nextStepAt } from './time/due.js'
import { idleUntil } from './time/idleUntil.js'
import type { Moment } from './time/moment.js'
import type { Timing } from './time/rhythm.js'

/**
 * Goes to the goal of a verb without anybody noticing, so that a beat that will
 * not come is refused before time moves. Where the clock seals, each one comes,
 * and without a step ahead it is known at once.
 *
 * @throws NothingAheadError
 */
export function rehearse(
  from: Moment,
  timing: Timing,
  timeline: readonly Step[],
  goal: { verb: TimeVerb; by: number },
): void {
  if (timing.sealing !== 'scripted' || goal.verb !== 'tick') return
  if (nextStepAt(timeline, from.step) === undefined) return
  let moment = from
  advanceToGoal(from, timing, timeline, goal, (ms) => {
    const until = moment.time + ms
    for (;;) {
      const at = nextInstant(moment, timing, timeline, false)
      if (at > until) break
      moment = play(moment, timing, timeline, at).moment
    }
    moment = idleUntil(moment, timing, until)
    return moment
  })
}
