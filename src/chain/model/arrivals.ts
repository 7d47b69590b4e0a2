import type { Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { Transaction } from './transaction.js'

/**
 * Transactions that came to the pool and could run. As in geth and reth, each
 * is reported once: on its arrival, or when the nonces before it have come.
 */
export type Arrivals = {
  readonly told: Told
  /** Hashes of those that lacked a nonce when they came. */
  readonly untold: Trie<Hash>
}

/** The newest first: earlier chains keep their part of the list. */
type Told = {
  readonly transaction: Transaction
  readonly count: number
  readonly before: Told
} | null

export const noArrivals: Arrivals = { told: null, untold: null }
