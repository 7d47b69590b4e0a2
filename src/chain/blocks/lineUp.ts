import type { Hash } from '../../base/hex/hex.js'
import { placeOf } from '../model/placeOf.js'
import type { Transaction } from '../model/transaction.js'
import { emptyQueue, enqueue, type Queue } from './queue.js'

type LinedUp = {
  readonly queue: Queue
  /** What is dropped instead, by hash. */
  readonly replaced: ReadonlyMap<Hash, 'replaced'>
}

/**
 * A queue of what returns from a block and then of what waits. Where a script
 * took a nonce back, two of one sender and nonce may meet: the one that came
 * later stays, since a pool holds one.
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
