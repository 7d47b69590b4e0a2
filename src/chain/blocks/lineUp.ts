import type { Hash } from '../../base/hex/hex.js'
import { placeOf } from '../model/placeOf.js'
import type { Transaction } from '../model/transaction.js'
import { emptyQueue, enqueue, type Queue } from './queue.js'

type LinedUp = {
  readonly queue: Queue
  /** Transactions that are dropped instead, by hash. */
  readonly replaced: ReadonlyMap<Hash, 'replaced'>
}

/**
 * A queue of the transactions that return from a block, then those that wait.
 * If a script lowered a nonce, two of one sender and nonce may meet: the one
 * that came later stays, since a pool holds one.
 */
export function lineUp(transactions: readonly Transaction[]): LinedUp {
  const last = new Map(
    transactions.map(
      ({ from, nonce, hash }) => [placeOf(from, nonce), hash] as const,
    ),
  )
  const stays = new Set(last.values())
  const isLast = ({ hash }: Transaction) => stays.has(hash)
  const replaced = transactions.filter((one) => !isLast(one))
  return {
    queue: enqueue(emptyQueue, transactions.filter(isLast)),
    replaced: new Map(replaced.map(({ hash }) => [hash, 'replaced'])),
  }
}
