import type { Hash } from '../../base/hex/hex.js'
import type { TransactionEntry } from '../model/entries.js'
import type { DropReason } from './chain.js'

/** Transactions that leave a block for good, in the order of the block. */
export function leavers(
  entered: readonly TransactionEntry[],
  reasons: ReadonlyMap<Hash, DropReason>,
): readonly (TransactionEntry & { reason: DropReason })[] {
  return entered.flatMap((entry) => {
    const reason = reasons.get(entry.transaction.hash)
    return reason === undefined ? [] : [{ ...entry, reason }]
  })
}
