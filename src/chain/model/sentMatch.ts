import type { Address, Hex } from '../../base/hex/hex.js'
import type { Transaction } from './transaction.js'

/**
 * Narrows the transactions that arrive by request; all given fields must match.
 */
export type SentMatch = {
  from?: Address | undefined
  /** Null: a contract creation. */
  to?: Address | null | undefined
  /** The first 4 bytes of its data. */
  selector?: Hex | undefined
}

export function matchesSent(
  { from, to, selector }: SentMatch,
  transaction: Pick<Transaction, 'from' | 'to' | 'data'>,
): boolean {
  return (
    (from === undefined || transaction.from === from) &&
    (to === undefined || transaction.to === to) &&
    (selector === undefined || transaction.data.startsWith(selector))
  )
}
