import type { Hash } from '../../base/hex/hex.js'
import { type Chain, droppedFrom, type Effect } from '../blocks/chain.js'
import { leavers } from '../blocks/leavers.js'
import { lineUp } from '../blocks/lineUp.js'
import { listDrops, listQueue } from '../blocks/queue.js'
import { transactionsIn } from '../model/entries.js'
import type { Transaction } from '../model/transaction.js'

type Requeued = ReturnType<typeof lineUp> & {
  readonly effects: readonly Effect[]
}

/**
 * Puts pre-confirmed transactions back into the queue.
 *
 * @param held - By a block: these do not return.
 * @param before - What returns from the blocks before the open one.
 */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  {
    held = new Set(),
    before = [],
  }: { held?: ReadonlySet<Hash>; before?: readonly Transaction[] } = {},
): Requeued {
  const drops = listDrops(queue)
  const entered = transactionsIn(open.entries)
  const returning = entered
    .map(({ transaction }) => transaction)
    .filter(({ hash }) => !drops.has(hash))
  const linedUp = lineUp(
    [...before, ...returning, ...listQueue(queue)].filter(
      ({ hash }) => !held.has(hash),
    ),
  )
  return {
    ...linedUp,
    effects: leavers(entered, new Map([...drops, ...linedUp.replaced])).map(
      droppedFrom(open.number),
    ),
  }
}
