import { lookup } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import {
  type BeatPosition,
  type Chain,
  type Effect,
  positionIn,
} from '../blocks/chain.js'
import { indexIn } from '../blocks/openBlock.js'
import { dequeue, findQueued, queueDrop } from '../blocks/queue.js'
import { findPlace } from '../indexes/placeIndex.js'

/**
 * Queues the drop of a pre-confirmed transaction for the next beat or seal; takes a
 * transaction that is still queued out of the queue at once.
 */
export function dropTransaction(
  chain: Chain,
  hash: Hash,
  at: BeatPosition = positionIn(chain, 0),
): { chain: Chain; effects: Effect[] } {
  const { queue, open } = chain
  const queued = findQueued(queue, hash)
  if (queued !== undefined)
    return {
      chain: { ...chain, queue: dequeue(queue, queued) },
      effects: [
        { type: 'dropped', transaction: queued, reason: 'requested', at },
      ],
    }
  if (open.deposits.some((deposit) => deposit.hash === hash))
    throw new PresealError(
      'UnknownTransactionError',
      `Transaction ${hash} opens the block because of option "l1Attributes", and cannot be dropped. Drop another one, or leave the option out.`,
    )
  if (indexIn(open, hash) === undefined)
    throw new PresealError(
      'UnknownTransactionError',
      findPlace(chain, hash) === undefined
        ? `Transaction ${hash} is neither queued nor pending on this node. Is its block sealed, or was it sent to another node?`
        : `Transaction ${hash} is sealed and cannot be dropped. Drop it while it is queued or pending.`,
    )
  if (lookup(queue.drops, hash) !== undefined) return { chain, effects: [] }
  return {
    chain: { ...chain, queue: queueDrop(queue, hash, 'requested') },
    effects: [],
  }
}
