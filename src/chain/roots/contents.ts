import { appendItems, asItIs, merkleRoot } from '../../base/codec/merkle.js'
import { encodeReceipt, unionOfBlooms } from '../../base/codec/receipt.js'
import type { Trie } from '../../base/codec/trie.js'
import type { Hash, Hex } from '../../base/hex/hex.js'
import type { Included } from '../model/transaction.js'

/** The roots of the block's transactions in a header. */
type Contents = { transactionsRoot: Hash; receiptsRoot: Hash; logsBloom: Hex }

const known = new WeakMap<readonly Included[], Contents>()

/** The list rooted last, and the same as tries that know what they hashed. */
export type ContentsMemo = {
  included: readonly Included[]
  transactions: Trie<Uint8Array>
  receipts: Trie<Uint8Array>
}

export function newContentsMemo(): ContentsMemo {
  return { included: [], transactions: null, receipts: null }
}

/**
 * Computed once for a list: a block keeps its list when it is sealed. It costs
 * what was added to the list rooted last, or all of another one.
 */
export function contentsOf(
  memo: ContentsMemo,
  included: readonly Included[],
): Contents {
  const before = known.get(included)
  if (before !== undefined) return before
  if (!isStartOf(included, memo.included))
    Object.assign(memo, newContentsMemo())
  const { length } = memo.included
  const added = included.slice(length)
  memo.transactions = appendItems(
    memo.transactions,
    length,
    added.map(({ transaction }) => transaction.envelope),
  )
  memo.receipts = appendItems(
    memo.receipts,
    length,
    added.map(encodeIncludedReceipt),
  )
  memo.included = included
  const contents = {
    transactionsRoot: merkleRoot(memo.transactions, asItIs),
    receiptsRoot: merkleRoot(memo.receipts, asItIs),
    logsBloom: unionOfBlooms(included.map(({ effect }) => effect.logsBloom)),
  }
  known.set(included, contents)
  return contents
}

/** An included transaction was folded over those before it, and no others. */
function isStartOf(
  included: readonly Included[],
  start: readonly Included[],
): boolean {
  const { length } = start
  return length === 0 || included[length - 1] === start[length - 1]
}

/** Its receipt as it stands in the trie of receiptsRoot. */
export function encodeIncludedReceipt({
  transaction,
  effect,
  cumulativeGasUsed,
}: Included): Uint8Array {
  const { type, nonce } = transaction
  return encodeReceipt({
    type,
    status: effect.status,
    cumulativeGasUsed,
    logsBloom: effect.logsBloom,
    logs: effect.logs,
    ...(type === 'deposit' && {
      depositNonce: BigInt(nonce),
      depositReceiptVersion: 1n,
    }),
  })
}
