import type { RefusalReason } from '../execute.js'
import type { OpenBlock } from '../openBlock.js'
import type { Included, Transaction } from '../transaction.js'

/** What happened to a transaction; `'requested'`: the script dropped it. */
export type TransactionEvent =
  | { type: 'preconfirmed'; included: Included }
  | { type: 'dropped'; transaction: Transaction; reason: DropReason }

/**
 * `'omitted'`: the sealed block is without it; `'nonce'`, `'funds'`,
 * `'overflow'`: it could no longer run.
 */
export type DropReason = 'requested' | 'omitted' | RefusalReason

/** The event of the deposit that opens a block, if one does. */
export function openingEvents({
  openingDeposit,
  included,
}: OpenBlock): TransactionEvent[] {
  const [first] = included
  return openingDeposit === null || first === undefined
    ? []
    : [{ type: 'preconfirmed', included: first }]
}
