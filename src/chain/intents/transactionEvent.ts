import type { RefusalReason } from '../execute.js'
import type { OpenBlock } from '../openBlock.js'
import type { Included, Transaction } from '../transaction.js'

/** What became of a transaction; `'requested'`: the script dropped it. */
export type TransactionEvent =
  | { type: 'preconfirmed'; included: Included }
  | { type: 'dropped'; transaction: Transaction; reason: DropReason }

/**
 * `'omitted'`: the sealed block is without it; `'nonce'`, `'funds'`,
 * `'overflow'`: it could no longer run.
 */
export type DropReason = 'requested' | 'omitted' | RefusalReason

/** What enters a block as it opens. */
export function openingEvents({
  openingDeposit,
  included,
}: OpenBlock): TransactionEvent[] {
  const [first] = included
  return openingDeposit === null || first === undefined
    ? []
    : [{ type: 'preconfirmed', included: first }]
}
