import { isPresealError } from '../../../base/errors/errors.js'
import {
  type Author,
  type BeatPosition,
  type Chain,
  type Effect,
  positionIn,
} from '../../../chain/blocks/chain.js'
import { promoteRunnable } from '../../../chain/blocks/pool.js'
import { type SealPlan, seal } from '../../../chain/intents/seal.js'
import {
  append,
  type Lineage,
  newest,
  replace,
} from '../../../chain/model/lineage.js'
import type { FaultState } from '../../faults/faultState.js'
import type { TransactionName } from '../../schema/transactionName.js'

/** Everything that time and verbs change; a snapshot holds one. */
export type NodeState = {
  /** ms since the node was created */
  readonly time: number
  /** When the open block opened, ms since the node was created. */
  readonly openedAt: number
  /** The number of its first beat, counted from 0 at creation. */
  readonly openedBeat: number
  /**
   * How many blocks were sealed before the open one, by the clock or by steps.
   */
  readonly boundaries: number
  readonly sealing: Sealing
  /** The cadence of the open block. */
  readonly cadence: BeatCadence
  /** The ms between two timestamps, if a test client fixed them. */
  readonly pace?: number | undefined
  /** How the open block departs from the cadence; it ends with that block. */
  readonly plan: Plan
  readonly chain: Chain
  readonly faults: FaultState
  /** How many steps of the script have run. */
  readonly step: number
}

/** The part of the first state that options decide. */
export type Start = Pick<NodeState, 'chain' | 'faults' | 'cadence' | 'sealing'>

/** How often a block is sealed, and comes to be pre-confirmed. */
export type BeatCadence = {
  /** ms from beat to beat */
  readonly preconfirmationTime: number
  /** ms from seal to seal */
  readonly blockTime: number
}

/** A script's plan for one block before it is sealed. */
export type Plan = {
  /** The cadence of the blocks after it, if it differs. */
  readonly cadence?: BeatCadence | undefined
  /** Whether a test client gave it a timestamp. */
  readonly hasTimestamp?: boolean | undefined
  /** ms by which its seal is late */
  readonly delay: number
  /** ms from its opening, which is the first beat, to each beat. */
  readonly beats: readonly number[] | null
  /**
   * The changes made when it is sealed, in order, and when each was scripted.
   */
  readonly sealPlans: readonly (SealPlan<TransactionName> & { at: number })[]
}

export const noPlan: Plan = { delay: 0, beats: null, sealPlans: [] }

/** The states at which something happened, newest first. */
export type History = Lineage<NodeState>

export function addState(history: History, state: NodeState): History {
  return history.value.time === state.time
    ? replace(history, state)
    : append(leaner(history), state)
}

/** Without the projection of its queue, a state that is quickly made again. */
function leaner(history: History): History {
  const { value } = history
  const { chain } = value
  if (chain.queue.preview === undefined) return history
  const queue = { ...chain.queue, preview: undefined }
  return replace(history, { ...value, chain: { ...chain, queue } })
}

/**
 * The history as it was at `time`; after its newest state only idle time
 * passed.
 */
export function historyAt(history: History, time: number): History {
  const found = newest(history, (state) => state.time <= time)
  return found ?? history
}

/** The state that something led to, and the effects on the way there. */
export type Transition = {
  readonly state: NodeState
  /** In the order in which they happened. */
  readonly effects: readonly Effect[]
  /** Errors of failed actions; all others were done. */
  readonly errors: readonly unknown[]
}

/** Announces what is given, and what can run only now in the pool. */
export function transition(
  state: NodeState,
  effects: readonly Effect[] = [],
  errors: readonly unknown[] = [],
): Transition {
  const bugs = bugsIn(effects, errors)
  const { chain, effects: promoted } = promoteRunnable(state.chain)
  return {
    state: chain === state.chain ? state : { ...state, chain },
    effects: promoted.length === 0 ? effects : [...effects, ...promoted],
    errors: bugs.length === 0 ? errors : [...errors, ...bugs],
  }
}

/**
 * Errors that an engine or a native contract threw on its own account: no
 * outcome of the chain but a mistake of the test, which is to surface with its
 * stack.
 */
function bugsIn(
  effects: readonly Effect[],
  known: readonly unknown[],
): unknown[] {
  const bugs: unknown[] = []
  for (const effect of effects)
    if (
      effect.type === 'dropped' &&
      effect.reason === 'error' &&
      isMistake(effect.error) &&
      !known.includes(effect.error)
    )
      bugs.push(effect.error)
  return bugs
}

/** An error of the test's contract comes as one of ours. */
function isMistake(error: unknown): boolean {
  return !isPresealError(error) || error.kind === 'code'
}

/** An action on a node at one instant. */
export type Action<fields, result = unknown> = {
  /** The name of it in stories. */
  readonly type: string
  /**
   * Does it at the time of `state`, by its fields. The script's steps
   * act before the beat of their instant, verbs and requests after it.
   */
  apply(
    state: NodeState,
    fields: fields,
    by: Author,
  ): Transition & { readonly result?: result }
}

/**
 * When blocks are sealed: by the clock, by the test alone, or at once, one
 * block for each transaction that can run.
 */
export type Sealing = 'timed' | 'manual' | 'instant'

/**
 * What an idle chain does that somebody has to learn of. What is sent makes
 * beats of its own.
 */
export type Watched = 'beats' | 'blocks' | 'nothing'

export const never = Number.POSITIVE_INFINITY

export function nextBoundary({
  openedAt,
  plan,
  cadence,
  sealing,
}: NodeState): number {
  return sealing === 'timed' ? openedAt + cadence.blockTime + plan.delay : never
}

/** The cadence of the block after the open one. */
export function nextCadence({ plan, cadence }: NodeState): BeatCadence {
  return plan.cadence ?? cadence
}

/** The n-th next beat; past the boundary, blocks keep the cadence. */
export function nextBeat(state: NodeState, beats = 1): number {
  const boundary = nextBoundary(state)
  const offset = offsetOf(state, index(state) + beats)
  const at = state.openedAt + offset
  if (at < boundary) return at
  const left = beatsBefore(boundary, state) - 1 - index(state)
  return boundary + (beats - left - 1) * nextCadence(state).preconfirmationTime
}

/** Position of the last pre-confirmation within its block. */
function index(state: NodeState): number {
  return beatsBefore(state.time + 1, state) - 1
}

export function isBeat(state: NodeState): boolean {
  return lastBeat(state) === state.time
}

export function lastBeat(state: NodeState): number {
  return state.openedAt + offsetOf(state, index(state))
}

/** ms from the opening of the block to its beat of that index. */
export function offsetOf({ plan, cadence }: NodeState, index: number): number {
  return plan.beats === null
    ? index * cadence.preconfirmationTime
    : (plan.beats[index] ?? never)
}

/** The number of the last beat, counted from creation. */
export function beatNumber(state: NodeState): number {
  return state.openedBeat + index(state)
}

/** How many beats the open block has before an instant. */
export function beatsBefore(
  time: number,
  { openedAt, plan, cadence }: NodeState,
): number {
  const passed = time - openedAt
  return plan.beats === null
    ? Math.ceil(passed / cadence.preconfirmationTime)
    : plan.beats.filter((offset) => offset < passed).length
}

export function beatPosition(state: NodeState): BeatPosition {
  return positionIn(state.chain, index(state))
}

/** `at`: ms since the node was created */
type Timed = { readonly at: number }

/**
 * The steps from `position` on that are due by `now`, in the order in which
 * they act: by `at`, then by position, which is how a script is sorted.
 */
export function due<step extends Timed>(
  script: readonly step[],
  position: number,
  now: number,
): readonly step[] {
  let end = position
  while ((script[end]?.at ?? Number.POSITIVE_INFINITY) <= now) end += 1
  return script.slice(position, end)
}

/** When the step at `position` is due, in ms since birth, if there is one. */
export function nextStepAt(
  script: readonly Timed[],
  position: number,
): number | undefined {
  return script[position]?.at
}

/** Passes idle time, for which blocks are arithmetic. */
export function idleUntil(state: NodeState, time: number): NodeState {
  if (time === state.time) return state
  const boundary = nextBoundary(state)
  if (time < boundary) return { ...state, time }
  const cadence = nextCadence(state)
  const { blockTime, preconfirmationTime } = cadence
  const more = Math.floor((time - boundary) / blockTime)
  return {
    ...state,
    time,
    openedAt: boundary + more * blockTime,
    openedBeat:
      state.openedBeat +
      beatsBefore(boundary, state) +
      more * (blockTime / preconfirmationTime),
    boundaries: state.boundaries + 1 + more,
    cadence,
    plan: noPlan,
    chain: seal(state.chain, 1 + more),
  }
}
