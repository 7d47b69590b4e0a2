import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { transactionsIn } from '../openBlock.js'
import {
  emptyQueue,
  enqueue,
  listDrops,
  listQueue,
  type Queue,
} from '../queue.js'
import type { Transaction } from '../transaction.js'
import { type Happening, takenFrom } from './beat.js'

/** Takes back to the queue what was pre-confirmed, but what a block holds. */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  held: ReadonlySet<Hash> = new Set(),
): { queue: Queue; happened: Happening[] } {
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
    happened: entered
      .filter(isDropped)
      .map((entry) => ({ ...entry, reason: 'requested' as const }))
      .map(takenFrom(open.number)),
  }
}
