import type { Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { Transaction } from './transaction.js'

/**
 * Transactions that came to the pool and could run. As in geth and reth, each
 * is reported once: on its arrival, or when the nonces before it have come.
 */
export type Arrivals = {
  readonly reported: Reported
  /** Hashes of those that lacked a nonce when they came. */
  readonly withheld: Trie<Hash>
}

/** The newest first: earlier chains keep their part of the list. */
type Reported = {
  readonly transaction: Transaction
  readonly count: number
  readonly before: Reported
} | null

export const noArrivals: Arrivals = { reported: null, withheld: null }
