import type { Hash } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import {
  emptyQueue,
  enqueue,
  listDrops,
  listQueue,
  type Queue,
} from '../blocks/queue.js'
import {
  droppedFrom,
  type TransactionEvent,
} from '../blocks/transactionEvent.js'
import { transactionsIn } from '../model/entries.js'
import type { Transaction } from '../model/transaction.js'

/**
 * Puts pre-confirmed transactions back into the queue, except those that a
 * block holds.
 */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  held: ReadonlySet<Hash> = new Set(),
): { queue: Queue; events: TransactionEvent[] } {
  const drops = listDrops(queue)
  const entered = transactionsIn(open.entries)
  const isDropped = (entry: { transaction: Transaction }) =>
    drops.has(entry.transaction.hash)
  const transactions = [
    ...entered
      .filter((entry) => !isDropped(entry))
      .map(({ transaction }) => transaction),
    ...listQueue(queue),
  ].filter(({ hash }) => !held.has(hash))
  return {
    queue: enqueue(emptyQueue, transactions),
    events: entered
      .filter(isDropped)
      .map((entry) => ({ ...entry, reason: 'requested' as const }))
      .map(droppedFrom(open.number)),
  }
}
