import type { Hash } from '../../../base/hex/hex.js'
import {
  type Author,
  type Chain,
  type Effect,
  lastNumber,
  latestNumber,
  openingEffects,
} from '../../../chain/blocks/chain.js'
import {
  indexIn,
  type OpenBlock,
  sealDecisions,
} from '../../../chain/blocks/openBlock.js'
import { emptyQueue, isFresh } from '../../../chain/blocks/queue.js'
import { findPlace } from '../../../chain/indexes/placeIndex.js'
import { beat, isWaiting } from '../../../chain/intents/beat.js'
import {
  type Imported,
  importBlock,
  type WholeState,
} from '../../../chain/intents/importBlock.js'
import { latestState, reorg } from '../../../chain/intents/reorg.js'
import {
  applySealPlan,
  seal,
  withoutDropped,
} from '../../../chain/intents/seal.js'
import { setAccounts } from '../../../chain/intents/setAccounts.js'
import {
  type NextHeader,
  setHeader as setNext,
} from '../../../chain/intents/settings.js'
import { keepsPool, taggedNumber } from '../../../chain/lookup/find.js'
import {
  type BlockRun,
  millisecondsAt,
  millisecondsOf,
} from '../../../chain/model/blockRun.js'
import type { ImportParameters } from '../../../chain/model/importedBlock.js'
import type { Lineage } from '../../../chain/model/lineage.js'
import type { AccountsParameters } from '../../../chain/model/transaction.js'
import type { TransactionName } from '../../schema/transactionName.js'
import { bindSealPlan, findSent } from '../names/names.js'
import {
  type Action,
  beatNumber,
  beatPosition,
  beatsBefore,
  isBeat,
  lastBeat,
  type NodeState,
  nextCadence,
  noPlan,
  offsetOf,
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
  const isPending = (hash: Hash) => indexIn(revised.open, hash) !== undefined
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

/** The beat of this instant: what is queued enters the open block. */
export function playBeat(state: NodeState): Transition {
  const { time } = state
  const at = beatPosition(state)
  const { chain, effects } = beat(state.chain, at.index)
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

/**
 * Fixes the ms from each timestamp to the next one, whatever the clock says, or
 * gives them back to it. No step does.
 */
export const paceTimestamps = {
  type: 'paceTimestamps',
  apply(state, { blockTime }) {
    const { sealed } = state.chain
    const latest = millisecondsAt(sealed.value, sealed.value.count - 1)
    const pace = blockTime ?? state.cadence.blockTime
    // Back to the clock, which is behind by then: a second, as in anvil.
    const next = blockTime ?? Math.max(pace, 1_000)
    const { chain, effects } = setNext(state.chain, {
      milliseconds: latest + BigInt(next),
      blockTime: pace,
    })
    return transition(
      { ...state, chain, pace: blockTime ?? undefined },
      effects,
    )
  },
} as const satisfies Action<{ readonly blockTime: number | null }>

/**
 * What an act led to, and with sealing `'instant'` a block of what can run now,
 * in the order in which it came.
 */
export function sealAtOnce<done extends Transition>(
  done: done,
  by: Author,
): done {
  let { state } = done
  if (state.sealing !== 'instant')
    return by === 'clock' ? done : showAtOnce(done)
  if (!mayRun(state)) return done
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

/** What was sent is in the pending block, if that is not for the next beat. */
function showAtOnce<done extends Transition>(done: done): done {
  const { config, queue, open } = done.state.chain
  if (config.pending === 'atBeat' || queue === emptyQueue) return done
  if (open.imported !== undefined || isWaiting(done.state.chain)) return done
  const { state, effects, errors } = playLastBeat(
    followClock(done.state),
    false,
  )
  return {
    ...done,
    state,
    effects: [...done.effects, ...effects],
    errors: [...done.errors, ...errors],
  }
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
    state.pace !== undefined ||
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

/** Other blocks in place of the newest sealed ones. */
export function reorgBy(
  state: NodeState,
  {
    depth = 1,
    omit,
  }: {
    depth?: number | undefined
    omit?: readonly TransactionName[] | undefined
  },
): Transition {
  const { log } = state.chain
  const from = latestNumber(state.chain) - BigInt(depth) + 1n
  const isReplaced = (hash: Hash) =>
    (findPlace(state.chain, hash)?.number ?? -1n) >= from
  const where = `in the newest ${depth} blocks`
  const names = omit?.flatMap((name) =>
    typeof name === 'string' ? [name] : findSent(log, name, isReplaced, where),
  )
  // If `omit` matches no transaction, nothing can be dropped.
  if (names?.length === 0 && omit?.length !== 0) return transition(state)
  const rebuilt = reorg(state.chain, depth, names)
  const first = latestNumber(rebuilt.chain) - BigInt(depth) + 1n
  const { chain } = rebuilt
  const sealed = Array.from({ length: depth }, (_, at) => ({
    type: 'sealed' as const,
    number: first + BigInt(at),
    chain,
  }))
  return transition({ ...state, chain }, [
    ...replaced(state.chain, first),
    ...sealed,
    ...rebuilt.effects,
  ])
}

/** A sealed block reopens pending at index 0; the beats stay where they are. */
export function importAt(
  state: NodeState,
  parameters: ImportParameters & WholeState,
): Transition & { result: Imported } {
  const given = importBlock(state.chain, parameters)
  const { imported: result } = given
  const { number } = result
  const dropped = given.effects
  if (number === null || given.chain.sealed === state.chain.sealed) {
    const { chain } = given
    return { ...transition({ ...state, chain }, dropped), result }
  }
  const { chain } = given
  const next = reopen({ ...state, chain })
  const all: Effect[] = [
    ...replaced(state.chain, number),
    { type: 'sealed', number, chain },
    ...dropped,
    ...openingEffects(chain, beatPosition(next)),
  ]
  return { ...transition(next, all), result }
}

/**
 * Sealed blocks of another node, and the accounts after the last of them, over
 * those that are here. No step does.
 */
export const loadState = {
  type: 'loadState',
  apply(state, { accounts, blocks }) {
    const last = blocks.at(-1)
    if (last === undefined)
      return transition({ ...state, chain: setAccounts(state.chain, accounts) })
    const whole = latestState(state.chain)
    let next = transition(state)
    for (const block of blocks) {
      const { effects } = next
      next =
        block === last
          ? importAt(next.state, { ...block, state: accounts, whole })
          : importAt(next.state, block)
      next = { ...next, effects: [...effects, ...next.effects] }
    }
    return next
  },
} as const satisfies Action<{
  readonly accounts: AccountsParameters
  readonly blocks: readonly ImportParameters[]
}>

/** A block with beats of its own, or before another cadence, ends now. */
function reopen(state: NodeState): NodeState {
  const { time, plan, openedBeat } = state
  const isRhythmKept = plan.beats === null && plan.cadence === undefined
  const openedAt = isRhythmKept ? lastBeat(state) : time
  const beats = beatsBefore(openedAt, state)
  return {
    ...state,
    openedAt,
    openedBeat: openedBeat + beats,
    cadence: nextCadence(state),
    plan: noPlan,
  }
}

/** The effect of a new branch from a number on, if blocks give way to it. */
function replaced(before: Chain, from: bigint): Effect[] {
  const { sealed } = before
  // Before imported blocks lie gaps.
  let number: bigint | undefined
  let depth = 0
  for (
    let link: Lineage<BlockRun> | null = sealed;
    link !== null && lastNumber(link.value) >= from;
    link = link.parent
  ) {
    const { first } = link.value
    number = first > from ? first : from
    depth += Number(lastNumber(link.value) - number) + 1
  }
  if (number === undefined) return []
  const wasFinalized = taggedNumber(before, 'finalized') >= number
  return [{ type: 'reorged', number, depth, wasFinalized, replaced: sealed }]
}
