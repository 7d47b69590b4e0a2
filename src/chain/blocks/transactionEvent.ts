import type { RefusalReason } from '../execution/execute.js'
import type { TransactionEntry } from '../model/entries.js'
import type { Included, Transaction } from '../model/transaction.js'
import type { OpenBlock } from './openBlock.js'

/** An event of a transaction; `'requested'`: the script dropped it. */
export type TransactionEvent =
  | { type: 'preconfirmed'; included: Included }
  | {
      type: 'dropped'
      transaction: Transaction
      reason: DropReason
      /** The error that its execution met, if it has no outcome. */
      error?: unknown
      /** The place at which it was pre-confirmed, unless a beat dropped it. */
      entered?: BeatPosition
    }

/** A block, and the index of a beat within it. */
export type BeatPosition = {
  readonly blockNumber: bigint
  readonly index: number
}

/**
 * `'omitted'`: the sealed block is without it; `'replaced'`: another one of the
 * same nonce waits in its place; `'rule'`: an inclusion rule dropped it;
 * `'nonce'`, `'funds'`, `'balanceOverflow'`: it could no longer run; `'error'`:
 * its execution has no outcome.
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
