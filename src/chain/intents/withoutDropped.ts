import type { Chain } from '../blocks/chain.js'
import { exclude } from '../blocks/openBlock.js'
import { emptyQueue, enqueue, listDrops, listQueue } from '../blocks/queue.js'
import {
  droppedFrom,
  type TransactionEvent,
} from '../blocks/transactionEvent.js'
import { transactionsIn } from '../model/entries.js'

/**
 * The open block without what was asked to leave it since its last beat: it is
 * sealed without these, and without what cannot run when they are gone.
 */
export function withoutDropped(chain: Chain): {
  chain: Chain
  events: TransactionEvent[]
} {
  const { open, queue } = chain
  if (queue.drops === null) return { chain, events: [] }
  const drops = listDrops(queue)
  const requested = transactionsIn(open.entries).filter(({ transaction }) =>
    drops.has(transaction.hash),
  )
  if (requested.length === 0) return { chain, events: [] }
  const kept = exclude(open, drops)
  return {
    chain: {
      ...chain,
      open: kept.open,
      queue: enqueue(emptyQueue, [...kept.waiting, ...listQueue(queue)]),
    },
    events: [
      ...requested.map((entry) => ({
        ...entry,
        reason: 'requested' as const,
      })),
      ...kept.refused,
    ].map(droppedFrom(open.number)),
  }
}
