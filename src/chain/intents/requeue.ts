import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { scripted } from '../nextOpenBlock.js'
import { emptyQueue, type Queue } from '../openBlock.js'
import type { Happening } from './beat.js'

/** Takes back to the queue what was pre-confirmed, but what a block holds. */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  held: ReadonlySet<Hash> = new Set(),
): { queue: Queue; happened: Happening[] } {
  const drops = new Set(queue.drops)
  const waiting = [
    ...scripted(open).map(({ transaction }) => transaction),
    ...queue.transactions,
  ]
  const transactions = waiting.filter(
    ({ hash }) => !drops.has(hash) && !held.has(hash),
  )
  return {
    queue:
      transactions.length === 0
        ? emptyQueue
        : { drops: [], transactions, projected: undefined },
    happened: waiting
      .filter(({ hash }) => drops.has(hash))
      .map((transaction) => ({
        type: 'dropped',
        transaction,
        reason: 'requested',
      })),
  }
}
