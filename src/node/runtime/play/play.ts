import { isPresealError, withPrefix } from '../../../base/errors/errors.js'
import type {
  Act,
  Author,
  Chain,
  Effect,
  Entry,
} from '../../../chain/blocks/chain.js'
import { awaitsDrop } from '../../../chain/blocks/decisions.js'
import { record } from '../../../chain/blocks/log.js'
import { emptyQueue, isFresh } from '../../../chain/blocks/queue.js'
import { isWaiting } from '../../../chain/intents/beat.js'
import { seal } from '../../../chain/intents/seal.js'
import { ruleEffects } from '../../faults/faultState.js'
import { throwAll } from '../events/listeners.js'
import {
  due,
  idleUntil,
  isBeat,
  nextBeat,
  nextBoundary,
  nextStepAt,
  type Watched,
} from '../state/beats.js'
import {
  type NodeState,
  noPlan,
  type Start,
  type Transition,
} from '../state/nodeState.js'
import type { ScriptAct } from '../steps/act.js'
import { type Step, steps } from '../steps/steps.js'
import { playBeat, sealBlock } from '../transitions/blocks.js'
import { sealAtOnce } from '../transitions/sealAtOnce.js'

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
