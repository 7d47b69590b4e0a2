import { type BeatPosition, positionIn } from '../../../chain/blocks/chain.js'
import { seal } from '../../../chain/intents/seal.js'
import { type BeatCadence, type NodeState, noPlan } from './nodeState.js'

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
