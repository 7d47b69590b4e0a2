import { lookup } from '../../codec/trie.js'
import { PresealError } from '../../errors.js'
import type { Hash } from '../../hex/hex.js'
import type { Chain } from '../chain.js'
import { emptyQueue, type Queue } from '../openBlock.js'
import type { Happening } from './beat.js'

/**
 * Queues the drop of a pre-confirmed transaction for the next beat; takes a
 * transaction that is still queued out of the queue at once.
 */
export function dropTransaction(
  chain: Chain,
  hash: Hash,
): { chain: Chain; happened: Happening[] } {
  const { queue, open } = chain
  const queued = queue.transactions.find((waiting) => waiting.hash === hash)
  if (queued !== undefined)
    return {
      chain: {
        ...chain,
        queue: normalize({
          ...queue,
          transactions: queue.transactions.filter((other) => other !== queued),
          projected: undefined,
        }),
      },
      happened: [{ type: 'dropped', transaction: queued, reason: 'requested' }],
    }
  if (open.opening?.hash === hash) throw new OpensBlockError(hash)
  if (!open.included.some((entry) => entry.transaction.hash === hash))
    throw new UnknownTransactionError(
      hash,
      lookup(chain.places, hash) !== undefined,
    )
  if (queue.drops.includes(hash)) return { chain, happened: [] }
  return {
    chain: {
      ...chain,
      queue: { ...queue, drops: [...queue.drops, hash], projected: undefined },
    },
    happened: [],
  }
}

function normalize(queue: Queue): Queue {
  return queue.drops.length + queue.transactions.length === 0
    ? emptyQueue
    : queue
}

class OpensBlockError extends PresealError {
  override readonly name = 'OpensBlockError'

  constructor(hash: Hash) {
    super(
      `Transaction ${hash} opens the block, as option "l1Attributes" has it, and cannot be dropped. Drop another one, or leave the option out.`,
    )
  }
}

class UnknownTransactionError extends PresealError {
  override readonly name = 'UnknownTransactionError'

  constructor(hash: Hash, isSealed: boolean) {
    super(
      isSealed
        ? `Transaction ${hash} is sealed and cannot be dropped. Drop it while it is queued or pending.`
        : `Transaction ${hash} is neither queued nor pending. Give the hash that node.preconfirm returned.`,
    )
  }
}
