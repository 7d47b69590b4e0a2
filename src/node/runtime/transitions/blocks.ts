import { lookup } from '../../../base/codec/trie.js'
import type { Hash } from '../../../base/hex/hex.js'
import {
  type Chain,
  type Effect,
  latestNumber,
  openingEffects,
} from '../../../chain/blocks/chain.js'
import { sealDecisions } from '../../../chain/blocks/decisions.js'
import { emptyQueue, isFresh } from '../../../chain/blocks/queue.js'
import { beat, isWaiting } from '../../../chain/intents/beat.js'
import {
  applySealPlan,
  seal,
  withoutDropped,
} from '../../../chain/intents/seal.js'
import {
  type NextHeader,
  setHeader as setNext,
} from '../../../chain/intents/settings.js'
import { bindSealPlan, findSent } from '../names/names.js'
import {
  beatNumber,
  beatPosition,
  beatsBefore,
  isBeat,
  nextCadence,
  offsetOf,
} from '../state/beats.js'
import {
  type Action,
  type NodeState,
  noPlan,
  type Transition,
  transition,
} from '../state/nodeState.js'

/** Seals the open block as it is planned, and opens the next one. */
export function sealBlock(state: NodeState): Transition {
  const { time } = state
  const revised = revise(state)
  const { errors } = revised
  const ruled = applyDecisions(revised.chain, time)
  const { chain } = ruled
  const left = withoutDropped(chain)
  const sealed = seal(left.chain)
  const number = latestNumber(sealed)
  const beats = beatsBefore(time, state)
  const next: NodeState = {
    ...state,
    chain: sealed,
    openedAt: time,
    openedBeat: state.openedBeat + beats,
    boundaries: state.boundaries + 1,
    cadence: nextCadence(state),
    plan: noPlan,
  }
  return transition(
    next,
    [
      { type: 'sealed', number, chain: sealed },
      ...revised.effects,
      ...ruled.effects,
      ...left.effects,
      ...openingEffects(sealed, beatPosition(next)),
    ],
    errors,
  )
}

/** Whether blocks can be sealed in a row, since nothing happens to them. */
export function isIdle({ chain, plan }: NodeState): boolean {
  const { open, queue } = chain
  const stays =
    queue === emptyQueue ||
    (isWaiting(chain) &&
      !isFresh(queue) &&
      seal(chain).open.baseFeePerGas === open.baseFeePerGas)
  return (
    stays &&
    open.entries === null &&
    open.imported === undefined &&
    plan.sealPlans.length === 0
  )
}

/** Seals idle blocks as one run, of which nobody is told. */
export const sealIdle = {
  type: 'seal',
  apply(state, { blocks }) {
    const { time, openedBeat, boundaries } = state
    return transition({
      ...state,
      chain: seal(state.chain, blocks),
      openedAt: time,
      openedBeat: openedBeat + beatsBefore(time, state),
      boundaries: boundaries + blocks,
      cadence: nextCadence(state),
      plan: noPlan,
    })
  },
} as const satisfies Action<{ readonly blocks: number }>

/** Applies the decisions of faults to a seal, after the script. */
function applyDecisions(
  chain: Chain,
  time: number,
): { chain: Chain; effects: readonly Effect[] } {
  const { omitted, reverted } = sealDecisions(chain.open)
  const amend = reverted.map((transaction) => ({
    transaction,
    status: 'reverted' as const,
  }))
  const applied = applySealPlan(chain, { omit: omitted, amend }, time)
  const isOmitted = new Set(omitted)
  return {
    chain: applied.chain,
    effects: applied.effects.map((effect) =>
      effect.type === 'dropped' && isOmitted.has(effect.transaction.hash)
        ? { ...effect, reason: 'fault' }
        : effect,
    ),
  }
}

/** If a step asks for something impossible, the block is sealed without it. */
function revise({ chain, plan }: NodeState): {
  chain: Chain
  effects: readonly Effect[]
  errors: unknown[]
} {
  const effects: Effect[] = []
  const errors: unknown[] = []
  let revised = chain
  const isPending = (hash: Hash) =>
    lookup(revised.open.positions, hash) !== undefined
  for (const { at, ...step } of plan.sealPlans)
    try {
      const where = `pending when the block is sealed, as the "planSeal" of ${at} ms asks`
      const named = bindSealPlan(step, (name) =>
        typeof name === 'string'
          ? [name]
          : findSent(chain.log, name, isPending, where),
      )
      const applied = applySealPlan(revised, named, at)
      revised = applied.chain
      effects.push(...applied.effects)
    } catch (error) {
      errors.push(error)
    }
  return { chain: revised, effects, errors }
}

/**
 * The beat of this instant: what is queued enters the open block, which with
 * sealing `'instant'` holds one transaction.
 */
export function playBeat(state: NodeState): Transition {
  const { time, sealing } = state
  const at = beatPosition(state)
  const { chain, effects } = beat(
    state.chain,
    at.index,
    sealing === 'instant' ? 1 : undefined,
  )
  const next = chain === state.chain ? state : { ...state, chain }
  return transition(next, [
    ...effects,
    {
      type: 'beat',
      chain,
      at,
      count: beatNumber(state),
      offset: time - state.openedAt,
    },
  ])
}

/**
 * One more beat of this instant for what is queued, before a seal; none if
 * nothing is.
 *
 * @param isToCome - Whether a beat of this instant has not been played yet.
 */
export function playLastBeat(state: NodeState, isToCome: boolean): Transition {
  const { time, openedAt, plan } = state
  const count = beatsBefore(time + 1, state)
  const offsets = Array.from({ length: count }, (_, at) => offsetOf(state, at))
  const beats =
    isToCome && isBeat(state) ? plan.beats : [...offsets, time - openedAt]
  const played = playBeat({ ...state, plan: { ...plan, beats } })
  const { open } = played.state.chain
  return played.effects.length === 1 && open === state.chain.open
    ? transition(state)
    : played
}

/** Gives the open block another header, as test clients do. No step does. */
export const setHeader = {
  type: 'setHeader',
  apply(state, fields) {
    const { chain, effects } = setNext(state.chain, fields)
    const { plan } = state
    const hasTimestamp = plan.hasTimestamp || fields.timestamp !== undefined
    return transition(
      {
        ...state,
        chain,
        plan: hasTimestamp ? { ...plan, hasTimestamp } : plan,
      },
      effects,
    )
  },
} as const satisfies Action<NextHeader>
