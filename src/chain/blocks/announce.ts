import { insert, lookup, remove, type Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { Transaction } from '../model/transaction.js'
import type { Chain, Effect } from './chain.js'
import { findPlaced } from './queue.js'

/** A transaction has come, and with it what waited for it alone. */
export function announce(
  chain: Chain,
  transaction: Transaction,
  isExecutable: boolean,
): { chain: Chain; effects: Effect[] } {
  const { hash, from, type } = transaction
  const queued: Effect = { type: 'queued', transaction, isExecutable }
  if (!isExecutable) {
    const withheld = insert(chain.withheld, hash, hash)
    return { chain: { ...chain, withheld }, effects: [queued] }
  }
  if (type === 'deposit' || chain.withheld === null)
    return { chain, effects: [queued] }
  const followers: Transaction[] = []
  for (let nonce = transaction.nonce + 1; ; nonce++) {
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
