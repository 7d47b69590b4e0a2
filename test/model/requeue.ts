import type { Hex } from 'preseal'
import type { Chain } from './chain.js'
import { type Dropped, scripted } from './openBlock.js'
import type { Transaction } from './transaction.js'

/** What became of transactions on the way. */
export type Drop = {
  transaction: Transaction
  reason: 'requested' | 'omitted' | Dropped['reason']
}
export type Outcome = { chain: Chain; dropped: Drop[] }

export const because =
  (reason: Drop['reason']) =>
  (transaction: Transaction): Drop => ({ transaction, reason })

/** What was pre-confirmed waits again, before what waited already. */
export function requeue(chain: Chain, held: readonly Hex[] = []) {
  const all = [...scripted(chain.open), ...chain.queue]
  const isDropped = ({ hash }: Transaction) => chain.drops.includes(hash)
  return {
    queue: all.filter((one) => !isDropped(one) && !held.includes(one.hash)),
    dropped: all.filter(isDropped).map(because('requested')),
  }
}
