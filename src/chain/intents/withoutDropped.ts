import { type Chain, droppedFrom, type Effect } from '../blocks/chain.js'
import { leavers } from '../blocks/leavers.js'
import { lineUp } from '../blocks/lineUp.js'
import { exclude } from '../blocks/openBlock.js'
import { listDrops, listQueue } from '../blocks/queue.js'
import { transactionsIn } from '../model/entries.js'

/**
 * The open block without what was asked to leave it since its last beat: it is
 * sealed without these, and without what cannot run when they are gone.
 */
export function withoutDropped(chain: Chain): {
  chain: Chain
  effects: Effect[]
} {
  const { open, queue } = chain
  if (queue.drops === null) return { chain, effects: [] }
  const drops = listDrops(queue)
  const entered = transactionsIn(open.entries)
  if (!entered.some(({ transaction: { hash } }) => drops.has(hash)))
    return { chain, effects: [] }
  const kept = exclude(open, drops)
  const linedUp = lineUp([...kept.waiting, ...listQueue(queue)])
  return {
    chain: {
      ...chain,
      open: kept.open,
      queue: linedUp.queue,
    },
    effects: [
      ...leavers(entered, new Map([...drops, ...linedUp.replaced])),
      ...kept.refused,
    ].map(droppedFrom(open.number)),
  }
}
