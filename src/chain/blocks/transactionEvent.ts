import type { RefusalReason } from '../execution/execute.js'
import type { TransactionEntry } from '../model/entries.js'
import type { Included, Transaction } from '../model/transaction.js'
import type { OpenBlock } from './openBlock.js'

/** What happened to a transaction; `'requested'`: the script dropped it. */
export type TransactionEvent =
  | { type: 'preconfirmed'; included: Included }
  | {
      type: 'dropped'
      transaction: Transaction
      reason: DropReason
      /** What its execution met, where that has no outcome. */
      error?: unknown
      /** Where it was pre-confirmed, unless a beat took it back. */
      entered?: Entered
    }

/** A block, and the index of a beat within it. */
type Entered = { readonly blockNumber: bigint; readonly index: number }

/**
 * `'omitted'`: the sealed block is without it; `'replaced'`: another one of the
 * same nonce waits in its place; `'rule'`: an inclusion rule took it back;
 * `'nonce'`, `'funds'`, `'overflow'`: it could no longer run; `'unknown'`: what it
 * would do cannot be told.
 */
export type DropReason =
  | 'requested'
  | 'omitted'
  | 'replaced'
  | 'rule'
  | RefusalReason

/** The event of a transaction that a block of that number loses off the beat. */
export function droppedFrom(blockNumber: bigint) {
  return ({
    transaction,
    index,
    reason,
    error,
  }: Pick<TransactionEntry, 'transaction' | 'index'> & {
    reason: DropReason
    error?: unknown
  }): TransactionEvent => ({
    type: 'dropped',
    transaction,
    reason,
    error,
    entered: { blockNumber, index },
  })
}

/** The events of the deposits that open a block. */
export function openingEvents({
  openings,
  included,
}: OpenBlock): TransactionEvent[] {
  return included
    .slice(0, openings.length)
    .map((included) => ({ type: 'preconfirmed', included }))
}
