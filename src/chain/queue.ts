import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../codec/trie.js'
import type { Hash } from '../hex/hex.js'
import type { OpenBlock } from './openBlock.js'
import type { State } from './state.js'
import type { Transaction } from './transaction.js'

/** What enters at the next beat: first the drops, then the transactions. */
export type Queue = {
  /** By hash, so that finding or adding one is cheap among many. */
  readonly drops: Trie<Hash>
  readonly transactions: Trie<Queued>
  /** The turn of the next one to come. */
  readonly next: number
  /** The pending state as this queue will leave it, once it was computed. */
  readonly projected: Projected | undefined
}

type Queued = { readonly transaction: Transaction; readonly turn: number }

/** A state, and the open block from which the queue leads to it. */
export type Projected = {
  readonly state: State
  readonly on: OpenBlock
  /** Whether each transaction of the queue could run on the way. */
  readonly isWhole: boolean
  /** Whether none of them was executed, which may have read any account. */
  readonly isScripted: boolean
}

export const emptyQueue: Queue = {
  drops: null,
  transactions: null,
  next: 0,
  projected: undefined,
}

/** Lists made so far: most queues are replaced before one is needed. */
const lists = new WeakMap<Queue, readonly Transaction[]>()

/** The transactions in the order in which they came. */
export function listQueue(queue: Queue): readonly Transaction[] {
  const known = lists.get(queue)
  if (known !== undefined) return known
  const found: Queued[] = []
  differences(null, queue.transactions, (_key, _before, queued) => {
    if (queued !== undefined) found.push(queued)
  })
  const list = found
    .sort((one, other) => one.turn - other.turn)
    .map(({ transaction }) => transaction)
  lists.set(queue, list)
  return list
}

export function findQueued(queue: Queue, hash: Hash): Transaction | undefined {
  return lookup(queue.transactions, hash)?.transaction
}

/** Adds transactions behind those that wait. */
export function enqueue(
  queue: Queue,
  added: readonly Transaction[],
  projected?: Projected,
): Queue {
  if (added.length === 0) return queue
  let { transactions, next } = queue
  for (const transaction of added)
    transactions = insert(transactions, transaction.hash, {
      transaction,
      turn: next++,
    })
  return { ...queue, transactions, next, projected }
}

/** Takes a transaction out of its turn. */
export function dequeue(queue: Queue, { hash }: Transaction): Queue {
  const transactions = remove(queue.transactions, hash)
  return transactions === null && queue.drops === null
    ? emptyQueue
    : { ...queue, transactions, projected: undefined }
}

/** What is left of `queue` once no more than `waiting` waits, in its order. */
export function leave(queue: Queue, waiting: readonly Transaction[]): Queue {
  if (waiting.length === 0) return emptyQueue
  const stays = new Set(waiting)
  let { transactions } = queue
  for (const transaction of listQueue(queue))
    if (!stays.has(transaction))
      transactions = remove(transactions, transaction.hash)
  const left = { ...queue, drops: null, transactions, projected: undefined }
  lists.set(left, waiting)
  return left
}

export function queueDrop(queue: Queue, hash: Hash): Queue {
  return {
    ...queue,
    drops: insert(queue.drops, hash, hash),
    projected: undefined,
  }
}

export function listDrops(queue: Queue): ReadonlySet<Hash> {
  const hashes = new Set<Hash>()
  differences(null, queue.drops, (_key, _before, hash) => {
    if (hash !== undefined) hashes.add(hash)
  })
  return hashes
}
