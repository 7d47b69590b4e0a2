import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../base/codec/trie.js'
import type { Address, Hash, Nonce } from '../../base/hex/hex.js'
import type { State } from '../model/state.js'
import { senderNonceKey, type Transaction } from '../model/transaction.js'
import type { OpenBlock } from './openBlock.js'

/** The input of the next beat: first the drops, then the transactions. */
export type Queue = {
  /** Why each leaves the open block, by hash: finding one is cheap among many. */
  readonly drops: Trie<LeaveReason>
  readonly transactions: Trie<Queued>
  /** The same by sender and nonce, as `senderNonceKey` has it: one for each nonce. */
  readonly places: Trie<Transaction>
  /** The turn of the next one to come. */
  readonly next: number
  /** A beat has passed over the transactions of lower turns. */
  readonly missed: number
  /** Kept by `previewQueue`: saves time, changes no answer. */
  readonly preview: QueuePreview | undefined
}

/** A script asked for it, or another of its nonce was sent in its place. */
type LeaveReason = 'requested' | 'replaced'

type Queued = {
  readonly transaction: Transaction
  readonly turn: number
}

/** The pending state as the queue will leave it. */
export type QueuePreview = {
  readonly state: State
  /** The open block from which the queue leads to it. */
  readonly on: OpenBlock
  /** The state on which the queue comes: that of the block after its drops. */
  readonly base: State
  /** Transactions that the drops put back into the queue. */
  readonly returning: readonly Transaction[]
  /** Transactions that still lack a nonce before theirs, by place. */
  readonly ahead: Trie<Transaction>
  /** Whether each transaction of the queue could run in its turn. */
  readonly isWhole: boolean
  /** Whether none of them was executed, which may have read any account. */
  readonly isScripted: boolean
  /** The last in turn, and what was previewed before it came. */
  readonly last: Last | undefined
}

type Last = {
  readonly transaction: Transaction
  readonly before: QueuePreview
}

export const emptyQueue: Queue = {
  drops: null,
  transactions: null,
  places: null,
  next: 0,
  missed: 0,
  preview: undefined,
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

/** A sender's transaction of that nonce. */
export function findPlaced(
  queue: Queue,
  from: Address,
  nonce: Nonce,
): Transaction | undefined {
  return lookup(queue.places, senderNonceKey(from, nonce))
}

/** Whether one has come since the last beat. */
export function isFresh(queue: Queue): boolean {
  return queue.missed < queue.next
}

/** The same once a beat has passed it over. */
export function miss(queue: Queue): Queue {
  return { ...queue, missed: queue.next }
}

/**
 * Adds transactions behind those that wait, of which none has their nonces.
 *
 * @param preview - What the queue will leave once they are in it.
 */
export function enqueue(
  queue: Queue,
  added: readonly Transaction[],
  preview?: QueuePreview,
): Queue {
  if (added.length === 0) return queue
  let { transactions, places, next } = queue
  for (const transaction of added) {
    const { hash, from, nonce } = transaction
    transactions = insert(transactions, hash, { transaction, turn: next++ })
    places = insert(places, senderNonceKey(from, nonce), transaction)
  }
  return { ...queue, transactions, places, next, preview }
}

/** Takes a transaction out of its turn. */
export function dequeue(queue: Queue, transaction: Transaction): Queue {
  const left = without(queue, transaction)
  if (left.transactions === null && queue.drops === null) return emptyQueue
  const { last } = queue.preview ?? {}
  const preview = last?.transaction === transaction ? last.before : undefined
  return { ...queue, ...left, preview }
}

function without(
  { transactions, places }: Pick<Queue, 'transactions' | 'places'>,
  { hash, from, nonce }: Transaction,
): Pick<Queue, 'transactions' | 'places'> {
  return {
    transactions: remove(transactions, hash),
    places: remove(places, senderNonceKey(from, nonce)),
  }
}

/** The part of `queue` that is also in `waiting`, in its order. */
export function leave(queue: Queue, waiting: readonly Transaction[]): Queue {
  if (waiting.length === 0) return emptyQueue
  const stays = new Set(waiting)
  let kept: Pick<Queue, 'transactions' | 'places'> = queue
  for (const transaction of listQueue(queue))
    if (!stays.has(transaction)) kept = without(kept, transaction)
  const { next } = queue
  const left: Queue = {
    ...kept,
    drops: null,
    next,
    missed: next,
    preview: undefined,
  }
  lists.set(left, waiting)
  return left
}

export function queueDrop(
  queue: Queue,
  hash: Hash,
  reason: LeaveReason,
): Queue {
  return {
    ...queue,
    drops: insert(queue.drops, hash, reason),
    preview: undefined,
  }
}

export function listDrops(queue: Queue): ReadonlyMap<Hash, LeaveReason> {
  const drops = new Map<Hash, LeaveReason>()
  differences(null, queue.drops, (hash, _before, reason) => {
    if (reason !== undefined) drops.set(hash, reason)
  })
  return drops
}

type Deduped = {
  readonly queue: Queue
  /** Transactions that are dropped instead, by hash. */
  readonly replaced: ReadonlyMap<Hash, 'replaced'>
}

/**
 * A queue of the transactions that return from a block, then those that wait.
 * If a script lowered a nonce, two of one sender and nonce may meet: the one
 * that came later stays, since a pool holds one.
 */
export function dedupeByNonce(transactions: readonly Transaction[]): Deduped {
  const last = new Map(
    transactions.map(
      ({ from, nonce, hash }) => [senderNonceKey(from, nonce), hash] as const,
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
