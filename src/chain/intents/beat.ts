import { insert, lookup, type Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import {
  type Chain,
  type DropReason,
  type Effect,
  positionIn,
} from '../blocks/chain.js'
import {
  awaitsBeat,
  droppedEntries,
  dueDrops,
  exclude,
  include,
  isHeld,
  type OpenBlock,
} from '../blocks/openBlock.js'
import { promote } from '../blocks/pool.js'
import {
  dedupeByNonce,
  emptyQueue,
  isFresh,
  leave,
  listDrops,
  listQueue,
  miss,
  type Queue,
} from '../blocks/queue.js'
import { type Transaction, transactionsIn } from '../model/transaction.js'

/** Whether the whole queue waits for a later block than the open one. */
export function isWaiting({ open, queue }: Chain): boolean {
  if (queue.transactions === null || queue.drops !== null) return false
  const known = waits.get(queue)
  if (known?.on === open) return known.isWaiting
  const isWaiting = !awaitsBeat(open, listQueue(queue))
  waits.set(queue, { on: open, isWaiting })
  return isWaiting
}

/** Asked at every beat, while a long queue waits for another block. */
const waits = new WeakMap<Queue, { on: OpenBlock; isWaiting: boolean }>()

/**
 * The queue enters the open block: first its drops, then its transactions.
 *
 * @param index - Of the beat within the block.
 */
export function beat(
  chain: Chain,
  index = 0,
): { chain: Chain; effects: Effect[] } {
  const ruled = dueDrops(chain.open, index)
  if (ruled.size === 0 && chain.queue === emptyQueue)
    return { chain, effects: [] }
  if (ruled.size === 0 && isWaiting(chain))
    return {
      chain: isFresh(chain.queue)
        ? { ...chain, queue: miss(chain.queue) }
        : chain,
      effects: [],
    }
  const { queue } = chain

  const leaving = new Map<Hash, DropReason>([
    ...[...ruled].map((hash) => [hash, 'fault'] as const),
    ...listDrops(queue),
  ])
  const entries = leaving.size === 0 ? [] : transactionsIn(chain.open.entries)
  const before = entries.some(({ transaction: { hash } }) => leaving.has(hash))
    ? exclude(chain.open, leaving)
    : { open: chain.open, refused: [], waiting: [] }
  // Sent transactions that now lack the nonce before theirs return to the
  // queue.
  const { queue: queued, replaced } =
    before.waiting.length === 0
      ? { queue, replaced: [] }
      : dedupeByNonce([...before.waiting, ...listQueue(queue)])
  const after = include(
    before.open,
    listQueue(queued).map((transaction) => ({
      type: 'transaction',
      transaction,
      index,
      isHeld: isHeld(transaction, lookup(chain.delays, transaction.hash) ?? 0),
    })),
  )
  const entered = after.open.included.slice(before.open.included.length)
  const promoted = promote(
    chain.withheld,
    entered.map(({ transaction }) => transaction),
  )
  const next: Chain = {
    ...chain,
    open: after.open,
    queue: leave(queued, after.waiting),
    withheld: promoted.withheld,
    delays: countHeld(chain.delays, after.held),
  }
  const at = positionIn(chain, index)
  return {
    chain: next,
    effects: [
      ...promoted.effects,
      ...droppedEntries(entries, new Map([...leaving, ...replaced])).map(
        ({ transaction, reason }): Effect => ({
          type: 'dropped',
          transaction,
          reason,
          at,
        }),
      ),
      ...[...before.refused, ...after.refused].map(
        ({ transaction, reason, error }): Effect => ({
          type: 'dropped',
          transaction,
          reason,
          error,
          at,
        }),
      ),
      ...entered.map(
        (included): Effect => ({
          type: 'preconfirmed',
          included,
          at,
          chain: next,
        }),
      ),
    ],
  }
}

function countHeld(
  delays: Trie<number>,
  held: readonly Transaction[],
): Trie<number> {
  return held.reduce(
    (known, { hash }) => insert(known, hash, (lookup(known, hash) ?? 0) + 1),
    delays,
  )
}
