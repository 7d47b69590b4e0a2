import type { Author, Effect } from '../../../chain/blocks/chain.js'
import type { OpenBlock } from '../../../chain/blocks/openBlock.js'
import { keepsPool } from '../../../chain/lookup/find.js'
import {
  millisecondsAt,
  millisecondsOf,
} from '../../../chain/model/blockRun.js'
import { beatsBefore } from '../state/beats.js'
import type { NodeState, Transition } from '../state/nodeState.js'
import { playBeat, playLastBeat, sealBlock, setHeader } from './blocks.js'

/**
 * What an act led to, and with sealing `'instant'` one block for each
 * transaction that can run now, in the order in which they came.
 */
export function sealAtOnce<done extends Transition>(
  done: done,
  by: Author,
): done {
  let { state } = done
  if (state.sealing !== 'instant' || !mayRun(state)) return done
  // A beat has been: another one would take what is held back from it.
  if (by === 'clock' && !holdsTransactions(state.chain.open)) return done
  const effects: Effect[] = [...done.effects]
  const errors: unknown[] = [...done.errors]
  const take = (taken: Transition) => {
    state = taken.state
    effects.push(...taken.effects)
    errors.push(...taken.errors)
  }
  // The first beat of a block that opens here is to come, as that of a step is.
  for (let isToCome = by === 'script'; ; isToCome = true) {
    if (!holdsTransactions(state.chain.open)) {
      const before = state
      const played = playLastBeat(followClock(before), isToCome)
      const { open } = played.state.chain
      if (!holdsTransactions(open)) {
        // None ran, but some may have been refused.
        if (played.effects.some(({ type }) => type === 'dropped')) take(played)
        break
      }
      take(played)
    }
    take(sealBlock(state))
  }
  if (by !== 'script' && state.boundaries > done.state.boundaries)
    take(playBeat(state))
  return { ...done, state, effects, errors }
}

function mayRun({ chain: { queue, open } }: NodeState): boolean {
  return (
    open.imported === undefined &&
    (queue.transactions !== null || holdsTransactions(open))
  )
}

function holdsTransactions({ included, deposits }: OpenBlock): boolean {
  return included.length > deposits.length
}

/**
 * Gives the open block the time of the clock, if that is later than its own:
 * the clock says when it will be sealed only as it is.
 *
 * @param later - ms after now at which it will be sealed.
 */
export function followClock(state: NodeState, later = 0): NodeState {
  const milliseconds = clockTime(state, later)
  return milliseconds === undefined
    ? state
    : setHeader.apply(state, { milliseconds }).state
}

/** unix ms by the clock, if the open block is to take them. */
export function clockTime(state: NodeState, later = 0): bigint | undefined {
  const { chain, plan, openedAt, time, sealing } = state
  const { sealed, open, config } = chain
  if (
    (sealing !== 'instant' && (sealing === 'timed' || !keepsPool(chain))) ||
    plan.hasTimestamp ||
    config.l1Attributes !== null ||
    open.imported !== undefined
  )
    return undefined
  const latest = sealed.value
  const milliseconds =
    millisecondsAt(latest, latest.count - 1) + BigInt(time + later - openedAt)
  return milliseconds > millisecondsOf(open.origin, open.number)
    ? milliseconds
    : undefined
}

/** The clock seals the open block once its whole time has passed from now. */
export function restartBlock(state: NodeState): NodeState {
  const { time, openedBeat, cadence } = state
  const own = followClock(state, cadence.blockTime)
  return {
    ...own,
    sealing: 'timed',
    openedAt: time,
    openedBeat: openedBeat + beatsBefore(time, state),
    plan: { ...own.plan, beats: null },
  }
}
