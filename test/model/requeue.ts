import type { Hex } from 'preseal'
import type { Chain } from './chain.js'
import { type Dropped, scripted } from './openBlock.js'
import type { Transaction } from './transaction.js'

/** What became of transactions on the way. */
export type Drop = {
  transaction: Transaction
  reason: 'requested' | 'omitted' | Dropped['reason']
  error?: string
}
export type Outcome = { chain: Chain; dropped: Drop[] }

export const because =
  (reason: Drop['reason']) =>
  (transaction: Transaction): Drop => ({ transaction, reason })

/** What was pre-confirmed waits again, before what waited already. */
export function requeue(chain: Chain, held: readonly Hex[] = []) {
  const isDropped = ({ hash }: Transaction) => chain.drops.includes(hash)
  const entered = scripted(chain.open)
  const stays = entered.filter((one) => !isDropped(one))
  return {
    queue: [...stays, ...chain.queue].filter(
      ({ hash }) => !held.includes(hash),
    ),
    dropped: entered.filter(isDropped).map(because('requested')),
  }
}
