import {
  differences,
  insert,
  lookup,
  remove,
  type Trie,
} from '../../base/codec/trie.js'
import type { Address, Hash } from '../../base/hex/hex.js'
import {
  compareNonces,
  type Nonce,
  nonceAfter,
  nonceBefore,
} from '../../base/hex/nonce.js'
import { readAccount, readNonce, type State } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'
import type { Chain, Effect } from './chain.js'
import { afterDrops } from './preview.js'
import { findPlaced, findQueued } from './queue.js'

/**
 * A transaction has come to the queue, and with it what waited for it alone.
 *
 * @param base - The state that the queue follows on.
 */
export function announce(
  chain: Chain,
  transaction: Transaction,
  base: State,
): Announced {
  const { hash, from, type } = transaction
  const isExecutable =
    type === 'deposit' ||
    followsRunnable(chain, transaction) ||
    isRunnable(chain, transaction, base)
  const queued: Effect = { type: 'queued', transaction, isExecutable }
  if (!isExecutable) {
    const withheld = insert(chain.withheld, hash, hash)
    return { chain: { ...chain, withheld }, effects: [queued] }
  }
  if (type === 'deposit' || chain.withheld === null)
    return { chain, effects: [queued] }
  const followers: Transaction[] = []
  for (let nonce = nonceAfter(transaction.nonce); ; nonce = nonceAfter(nonce)) {
    const next = findPlaced(chain.queue, from, nonce)
    if (next === undefined || !lookup(chain.withheld, next.hash)) break
    followers.push(next)
  }
  const { withheld, effects } = promote(remove(chain.withheld, hash), followers)
  return { chain: { ...chain, withheld }, effects: [queued, ...effects] }
}

/** Reports those that lacked a nonce and can run, or entered a block, after all. */
export function promote(
  withheld: Trie<Hash>,
  transactions: readonly Transaction[],
): { withheld: Trie<Hash>; effects: Effect[] } {
  const effects: Effect[] = []
  let left = withheld
  for (const transaction of transactions) {
    if (left === null) break
    if (lookup(left, transaction.hash) === undefined) continue
    left = remove(left, transaction.hash)
    effects.push({ type: 'promoted', transaction })
  }
  return { withheld: left, effects }
}

/** The nonce after what is pending and what follows on it in the queue. */
export function pendingNonce({ open, queue }: Chain, from: Address): Nonce {
  let nonce = readNonce(open.state, from)
  while (findPlaced(queue, from, nonce) !== undefined) nonce = nonceAfter(nonce)
  return nonce
}

type Announced = { chain: Chain; effects: Effect[] }

/**
 * Whether the queue holds the transaction before it, which can run: what spares
 * the walk along all that its sender has queued.
 */
function followsRunnable(
  { queue, withheld }: Chain,
  { from, nonce }: Transaction,
): boolean {
  const before = findPlaced(queue, from, nonceBefore(nonce))
  return before !== undefined && lookup(withheld, before.hash) === undefined
}

/** As the pool lists it: every nonce before its own is there. */
function isRunnable(
  chain: Chain,
  { from, nonce }: Transaction,
  base: State,
): boolean {
  const { nonce: first } = readAccount(base, from)
  return (
    first !== undefined && first <= nonce && nonce < pendingNonce(chain, from)
  )
}

/** Reports what can run only now that blocks or accounts are others. */
export function promoteRunnable(chain: Chain): Announced {
  const { queue, withheld } = chain
  if (withheld === null || queue.transactions === null)
    return { chain, effects: [] }
  const waiting: Transaction[] = []
  differences(null, withheld, (hash) => {
    const queued = findQueued(queue, hash as Hash)
    if (queued !== undefined) waiting.push(queued)
  })
  if (waiting.length === 0) return { chain, effects: [] }
  const { state } = afterDrops(chain).open
  const runnable = waiting
    .filter((transaction) => isRunnable(chain, transaction, state))
    .sort((one, other) => compareNonces(one.nonce, other.nonce))
  const promoted = promote(withheld, runnable)
  return {
    chain: { ...chain, withheld: promoted.withheld },
    effects: promoted.effects,
  }
}
