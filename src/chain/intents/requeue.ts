import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { scripted } from '../nextOpenBlock.js'
import {
  emptyQueue,
  enqueue,
  listDrops,
  listQueue,
  type Queue,
} from '../queue.js'
import type { TransactionEvent } from './transactionEvent.js'

/**
 * Puts pre-confirmed transactions back into the queue, except those that a
 * block holds.
 */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  held: ReadonlySet<Hash> = new Set(),
): { queue: Queue; events: TransactionEvent[] } {
  const drops = listDrops(queue)
  const waiting = [
    ...scripted(open).map(({ transaction }) => transaction),
    ...listQueue(queue),
  ]
  const transactions = waiting.filter(
    ({ hash }) => !drops.has(hash) && !held.has(hash),
  )
  return {
    queue: enqueue(emptyQueue, transactions),
    events: waiting
      .filter(({ hash }) => drops.has(hash))
      .map((transaction) => ({
        type: 'dropped',
        transaction,
        reason: 'requested',
      })),
  }
}
