import type { TimeVerb } from '../../../base/clock/clock.js'
import { PresealError } from '../../../base/errors/errors.js'
import {
  beatNumber,
  idleUntil,
  never,
  nextBeat,
  nextBoundary,
  nextCadence,
  nextStepAt,
} from '../state/beats.js'
import type { NodeState } from '../state/nodeState.js'
import type { Step } from '../steps/steps.js'
import { nextInstant, play } from './play.js'

/**
 * The goal of a verb that moves time: an ms, a beat or a boundary, counted from
 * creation.
 */
type Goal = { readonly verb: TimeVerb; readonly number: number }

function goalOf(state: NodeState, verb: TimeVerb, by: number): Goal {
  const from = {
    advance: () => state.time,
    nextBeat: () => beatNumber(state),
    nextBlock: () => state.boundaries,
  }
  return { verb, number: from[verb]() + by }
}

/** The steps that may bring it where the clock does not. */
const bringing = {
  nextBeat: ['seal', 'planBeats', 'importBlock'],
  nextBlock: ['seal'],
} as const satisfies Partial<Record<TimeVerb, readonly Step['type'][]>>

/**
 * ms from `state` to the goal, unless a step moves it meanwhile; 0 once it is
 * reached. If the clock alone cannot reach it, the goal is the step that may.
 */
function timeTo(
  state: NodeState,
  script: readonly Step[],
  { verb, number }: Goal,
): number {
  switch (verb) {
    case 'advance':
      return number - state.time
    case 'nextBeat': {
      const left = number - beatNumber(state)
      if (left <= 0) return 0
      const to = nextBeat(state, left)
      if (to < never) return to - state.time
      const [step] = comingSteps(state, script, bringing.nextBeat)
      if (step === undefined) throw nothingAheadError(state, verb, 'beat')
      return step.at - state.time
    }
    case 'nextBlock': {
      const left = number - state.boundaries
      if (left <= 0) return 0
      const to = nextBoundary(state) + (left - 1) * nextCadence(state).blockTime
      if (to < never) return to - state.time
      const step = comingSteps(state, script, bringing.nextBlock)[left - 1]
      if (step === undefined) throw nothingAheadError(state, verb, 'boundary')
      return step.at - state.time
    }
  }
}

/** Whether the clock or a step will bring another beat or boundary. */
export function isAhead(
  state: NodeState,
  script: readonly Step[],
  verb: keyof typeof bringing,
): boolean {
  const next = verb === 'nextBeat' ? nextBeat : nextBoundary
  return (
    next(state) < never || comingSteps(state, script, bringing[verb]).length > 0
  )
}

function comingSteps(
  { step }: NodeState,
  script: readonly Step[],
  types: readonly Step['type'][],
): Step[] {
  return script.slice(step).filter(({ type }) => types.includes(type))
}

function nothingAheadError(
  { sealing }: NodeState,
  verb: string,
  what: string,
): PresealError<'NothingAheadError'> {
  return new PresealError(
    'NothingAheadError',
    `node.${verb}: no further ${what} will come, because option "sealing" is "${sealing}". Call node.advance, or add a step of type "seal".`,
  )
}

/**
 * Advances to the goal of a verb, as `advanceToGoal` does, unless it will not
 * come: then no time moves.
 *
 * @throws NothingAheadError
 */
export function goTo(
  from: NodeState,
  script: readonly Step[],
  goal: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => NodeState | undefined,
): void {
  rehearse(from, script, goal)
  advanceToGoal(from, script, goal, go)
}

/**
 * Looks for the goal ahead, without notice. If the clock seals, each beat
 * comes, and without a step ahead it is known at once.
 */
function rehearse(
  from: NodeState,
  script: readonly Step[],
  goal: { verb: TimeVerb; by: number },
): void {
  if (from.sealing === 'timed' || goal.verb !== 'nextBeat') return
  if (nextStepAt(script, from.step) === undefined) return
  let state = from
  advanceToGoal(from, script, goal, (ms) => {
    const until = state.time + ms
    for (;;) {
      const at = nextInstant(state, script, 'nothing')
      if (at > until) break
      state = play(state, script, at).state
    }
    state = idleUntil(state, until)
    return state
  })
}

/**
 * Advances from a state to the goal of a verb, stopping at the steps that may
 * move that goal.
 *
 * @param go - Lets `ms` pass of the `whole` still to go; returns the state
 * after, or undefined to stop.
 */
function advanceToGoal(
  from: NodeState,
  script: readonly Step[],
  { verb, by }: { verb: TimeVerb; by: number },
  go: (ms: number, whole: number) => NodeState | undefined,
): void {
  const goal = goalOf(from, verb, by)
  let now: NodeState | undefined = from
  let whole = timeTo(from, script, goal)
  do {
    // No step moves where `advance` leads.
    const step = verb === 'advance' ? never : nextStepAt(script, now.step)
    now = go(Math.min(whole, (step ?? never) - now.time), whole)
    if (now !== undefined) whole = timeTo(now, script, goal)
  } while (now !== undefined && whole > 0)
}
