import type { TimeVerb } from '../../../base/clock/clock.js'
import type { Sealing } from '../moment/beats.js'
import { nextStepAt } from '../moment/due.js'
import { idleUntil } from '../moment/idleUntil.js'
import type { Moment } from '../moment/moment.js'
import type { Step } from '../steps/steps.js'
import { advanceToGoal } from './advanceToGoal.js'
import { nextInstant, play } from './play.js'

/**
 * Advances to the goal of a verb, as `advanceToGoal` does, unless it will not
 * come: then no time moves.
 *
 * @throws NothingAheadError
 */
export function goTo(
  from: Moment,
  sealing: Sealing,
  script: readonly Step[],
  goal: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => Moment | undefined,
): void {
  rehearse(from, sealing, script, goal)
  advanceToGoal(from, sealing, script, goal, go)
}

/**
 * Looks for the goal ahead, without notice. If the clock seals, each beat
 * comes, and without a step ahead it is known at once.
 */
function rehearse(
  from: Moment,
  sealing: Sealing,
  script: readonly Step[],
  goal: { verb: TimeVerb; by: number },
): void {
  if (sealing !== 'manual' || goal.verb !== 'nextBeat') return
  if (nextStepAt(script, from.step) === undefined) return
  let moment = from
  advanceToGoal(from, sealing, script, goal, (ms) => {
    const until = moment.time + ms
    for (;;) {
      const at = nextInstant(moment, sealing, script, false)
      if (at > until) break
      moment = play(moment, sealing, script, at).moment
    }
    moment = idleUntil(moment, sealing, until)
    return moment
  })
}
