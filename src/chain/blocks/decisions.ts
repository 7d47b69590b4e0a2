import type { Address, Hash } from '../../base/hex/hex.js'
import { type TransactionEntry, transactionsIn } from '../model/entries.js'
import type { InclusionDecision, Transaction } from '../model/transaction.js'
import type { DropReason } from './chain.js'
import { fits, type OpenBlock, turnOf } from './openBlock.js'

/**
 * Hashes of the transactions that a beat drops, given its index within the
 * block.
 */
export function dueDrops(open: OpenBlock, index: number): ReadonlySet<Hash> {
  const all = decided(open)
  if (all.length === 0) return nothing
  const due = all.filter(
    ({ transaction: { decision }, entered }) =>
      decision?.type === 'drop' && entered + decision.beats <= index,
  )
  return new Set(due.map(({ transaction }) => transaction.hash))
}

/** Whether a beat of the open block will drop a transaction. */
export function awaitsDrop(open: OpenBlock): boolean {
  return decided(open).some(
    ({ transaction }) => transaction.decision?.type === 'drop',
  )
}

/** Hashes of what the seal leaves out, and of what it reverts. */
export function sealDecisions(open: OpenBlock): {
  omitted: readonly Hash[]
  reverted: readonly Hash[]
} {
  const of = (...types: InclusionDecision['type'][]) =>
    decided(open)
      .filter(
        ({ transaction: { decision } }) =>
          decision && types.includes(decision.type),
      )
      .map(({ transaction }) => transaction.hash)
  return { omitted: of('drop', 'omitAtSeal'), reverted: of('revertAtSeal') }
}

/** Whether it stays out of a beat that would take it. */
export function isHeld({ decision }: Transaction, delayed: number): boolean {
  return (
    decision?.type === 'includeNever' ||
    (decision?.type === 'includeLate' && delayed < decision.beats)
  )
}

type Decided = { readonly transaction: Transaction; readonly entered: number }

/** Asked at each beat of a block that may be large. */
const known = new WeakMap<OpenBlock, readonly Decided[]>()

const none: readonly Decided[] = []
const nothing: ReadonlySet<Hash> = new Set()

function decided(open: OpenBlock): readonly Decided[] {
  // Most blocks are empty, and what is kept for each would have to be cleared.
  if (open.entries === null) return none
  const before = known.get(open)
  if (before !== undefined) return before
  const found = transactionsIn(open.entries)
    .filter(({ transaction }) => transaction.decision !== null)
    .map(({ transaction, index }) => ({ transaction, entered: index }))
  known.set(open, found)
  return found
}

/** Whether any of them would enter the block as it stands, or be refused. */
export function awaitsBeat(
  open: OpenBlock,
  transactions: readonly Transaction[],
): boolean {
  const waitingSenders = new Set<Address>()
  return transactions.some((transaction) => {
    const { from, decision } = transaction
    const turn = turnOf(open, open.state, transaction)
    if (turn === 'stale') return true
    if (turn === 'ahead' || waitingSenders.has(from)) return false
    waitingSenders.add(from)
    return (
      decision?.type !== 'includeNever' && fits(open, open.gas, transaction)
    )
  })
}

/** Transactions that leave a block for good, in the order of the block. */
export function droppedEntries(
  entered: readonly TransactionEntry[],
  reasons: ReadonlyMap<Hash, DropReason>,
): readonly (TransactionEntry & { reason: DropReason })[] {
  return entered.flatMap((entry) => {
    const reason = reasons.get(entry.transaction.hash)
    return reason === undefined ? [] : [{ ...entry, reason }]
  })
}
