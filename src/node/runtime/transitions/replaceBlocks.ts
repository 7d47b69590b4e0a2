import { lookup } from '../../../base/codec/trie.js'
import type { Hash } from '../../../base/hex/hex.js'
import {
  type Chain,
  type Effect,
  lastNumber,
  latestNumber,
  openingEffects,
} from '../../../chain/blocks/chain.js'
import {
  type Imported,
  importBlock,
  type WholeState,
} from '../../../chain/intents/importBlock.js'
import { latestState, reorg } from '../../../chain/intents/reorg.js'
import { setAccounts } from '../../../chain/intents/setAccounts.js'
import { taggedNumber } from '../../../chain/lookup/find.js'
import type { BlockRun } from '../../../chain/model/blockRun.js'
import type { ImportParameters } from '../../../chain/model/importedBlock.js'
import type { Lineage } from '../../../chain/model/lineage.js'
import type { AccountsParameters } from '../../../chain/model/transaction.js'
import type { TransactionName } from '../../schema/transactionName.js'
import { findSent } from '../names/names.js'
import {
  beatPosition,
  beatsBefore,
  lastBeat,
  nextCadence,
} from '../state/beats.js'
import {
  type Action,
  type NodeState,
  noPlan,
  type Transition,
  transition,
} from '../state/nodeState.js'

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
  const { places, log } = state.chain
  const from = latestNumber(state.chain) - BigInt(depth) + 1n
  const isReplaced = (hash: Hash) =>
    (lookup(places, hash)?.number ?? -1n) >= from
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
