import type { TimeVerb } from '../../../base/clock/clock.js'
import {
  isPresealError,
  PresealError,
  withPrefix,
} from '../../../base/errors/errors.js'
import {
  type Act,
  type Author,
  type Chain,
  type Effect,
  type Entry,
  record,
} from '../../../chain/blocks/chain.js'
import { awaitsDrop } from '../../../chain/blocks/openBlock.js'
import { emptyQueue, isFresh } from '../../../chain/blocks/queue.js'
import { isWaiting } from '../../../chain/intents/beat.js'
import { seal } from '../../../chain/intents/seal.js'
import { ruleEffects } from '../../faults/faultState.js'
import { throwAll } from '../events/listeners.js'
import {
  beatNumber,
  due,
  idleUntil,
  isBeat,
  type NodeState,
  never,
  nextBeat,
  nextBoundary,
  nextCadence,
  nextStepAt,
  noPlan,
  type Start,
  type Transition,
  type Watched,
} from '../state/nodeState.js'
import type { ScriptAct } from '../steps/act.js'
import { type Step, steps } from '../steps/steps.js'
import { playBeat, sealAtOnce, sealBlock } from '../transitions/blocks.js'

/** The events of one instant. */
export type Played = Transition & {
  /** Nothing but time passed, which `idleUntil` can repeat. */
  isIdle: boolean
}

/** The next instant after `state` at which something happens. */
export function nextInstant(
  state: NodeState,
  script: readonly Step[],
  watched: Watched,
): number {
  const { chain } = state
  const waits = isWaiting(chain)
  const enters = chain.queue !== emptyQueue && (!waits || isFresh(chain.queue))
  const { entries, imported } = chain.open
  const seals =
    entries !== null ||
    imported !== undefined ||
    state.plan.sealPlans.length > 0 ||
    (waits && isFeeMoving(chain))
  return Math.min(
    nextStepAt(script, state.step) ?? Number.POSITIVE_INFINITY,
    watched === 'beats' || enters || awaitsDrop(chain.open)
      ? nextBeat(state)
      : Number.POSITIVE_INFINITY,
    seals || watched !== 'nothing'
      ? nextBoundary(state)
      : Number.POSITIVE_INFINITY,
  )
}

/** A transaction that waits for a lower base fee waits for ever while the fee stays. */
function isFeeMoving(chain: Chain): boolean {
  return seal(chain).open.baseFeePerGas !== chain.open.baseFeePerGas
}

/** Blocks of an idle jump that are announced one by one, at most. */
const mostAnnounced = 100_000

/** Skips what is too long ago to be announced. */
export function skipUnannounced(
  state: NodeState,
  script: readonly Step[],
  time: number,
): NodeState {
  const busyAt = nextInstant(state, script, 'nothing')
  const first = Math.min(time, busyAt) - mostAnnounced * state.cadence.blockTime
  return first > state.time ? idleUntil(state, first) : state
}

/**
 * Plays the instant of creation.
 *
 * @throws what steps threw, of several an AggregateError.
 */
export function playStart(script: readonly Step[], start: Start): NodeState {
  // Options declare faults and rules.
  const unfaulted = { ...start.faults, active: [], rules: [] }
  const effects = ruleEffects(unfaulted, start.faults)
  const chain = record(start.chain, { at: 0, by: 'script', act: null, effects })
  const first: NodeState = {
    ...start,
    chain,
    time: 0,
    openedAt: 0,
    openedBeat: 0,
    boundaries: 0,
    plan: noPlan,
    step: 0,
  }
  const { state, errors } = play(first, script, 0)
  throwAll(errors)
  return state
}

/**
 * Plays one instant: the seal at a boundary, then the steps of the script,
 * then the beat.
 */
export function play(
  state: NodeState,
  script: readonly Step[],
  time: number,
): Played {
  const before =
    time - 1 < nextBoundary(state) ? state : idleUntil(state, time - 1)
  let next = { ...before, time }
  const isBoundary = time === nextBoundary(next)
  const effects: Effect[] = []
  const entries: (() => Entry)[] = []
  const errors: unknown[] = []
  const take = (by: Author, act: Act | null, taken: Transition) => {
    const from = next
    // Most beats are idle, and have none.
    entries.push(() => toEntry(from, by, act, taken))
    next = taken.state
    effects.push(...taken.effects)
    errors.push(...taken.errors)
  }

  if (isBoundary) take('clock', null, sealBlock(next))
  const coming = due(script, next.step, time)
  for (const [index, step] of coming.entries()) {
    try {
      const act: ScriptAct = steps[step.type]
      take(
        'script',
        step,
        sealAtOnce(act.apply(next, step, 'script'), 'script'),
      )
    } catch (error) {
      errors.push(toStepError(error, next.step + index, step.at))
    }
  }
  if (coming.length > 0) next = { ...next, step: next.step + coming.length }

  if (isBeat(next)) take('clock', null, sealAtOnce(playBeat(next), 'clock'))
  const isIdle =
    next.step === state.step &&
    (next.chain === state.chain ||
      (state.chain.open.entries === null &&
        state.chain.queue === next.chain.queue))
  if (!isIdle)
    next = {
      ...next,
      chain: entries.reduce(
        (chain, entry) => record(chain, entry()),
        next.chain,
      ),
    }
  return { state: next, effects, isIdle, errors }
}

/** Beats are arithmetic, so the log does not have them. */
export function toEntry(
  { faults }: NodeState,
  by: Author,
  act: Act | null,
  { state, effects }: Pick<Transition, 'state' | 'effects'>,
): Entry {
  return {
    at: state.time,
    by,
    act,
    effects: [
      ...effects.filter(({ type }) => type !== 'beat'),
      ...ruleEffects(faults, state.faults),
    ],
  }
}

/** An error of a step says which step it was; it fails as the verb would. */
function toStepError(error: unknown, position: number, at: number): unknown {
  return isPresealError(error)
    ? withPrefix(`steps[${position}] at ${at} ms: `, error)
    : error
}

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
  what: 'beat' | 'boundary',
): PresealError<'NothingAheadError'> {
  return new PresealError(
    'NothingAheadError',
    `node.${verb}: no further ${what} will come, because option "sealing" is "${sealing}". Call node.advance, or add a step of type "seal".`,
    { reason: what === 'beat' ? 'beat' : 'block' },
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
