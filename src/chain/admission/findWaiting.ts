import type { Address } from '../../base/hex/hex.js'
import { findPlaced, type Projected, type Queue } from '../blocks/queue.js'
import type { Transaction } from '../model/transaction.js'

/** A sender's transaction of that nonce, which waits or will after the drops. */
export function findWaiting(
  queue: Queue,
  { returning }: Projected,
  { from, nonce }: { from: Address; nonce: number },
): Transaction | undefined {
  const returns = returning.filter(
    (one) => one.from === from && one.nonce === nonce,
  )
  return findPlaced(queue, from, nonce) ?? returns.at(-1)
}
