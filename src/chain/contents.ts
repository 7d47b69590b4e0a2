import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toScalar,
} from '../hex/hex.js'
import { type EnvelopeType, enclose } from './envelope.js'
import { appendItems, asItIs, merkleRoot } from './merkle.js'
import type { RlpItem } from './rlp.js'
import type { Included } from './transaction.js'
import type { Trie } from './trie.js'

/** What a header says of the block's transactions. */
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
  memo.receipts = appendItems(memo.receipts, length, added.map(encode))
  memo.included = included
  const contents = {
    transactionsRoot: merkleRoot(memo.transactions, asItIs),
    receiptsRoot: merkleRoot(memo.receipts, asItIs),
    logsBloom: unionOfBlooms(
      included.map(({ transaction }) => transaction.effect.logsBloom),
    ),
  }
  known.set(included, contents)
  return contents
}

/** One that is included was folded over those before it, and no others. */
function isStartOf(
  included: readonly Included[],
  start: readonly Included[],
): boolean {
  const { length } = start
  return length === 0 || included[length - 1] === start[length - 1]
}

function encode({ transaction, cumulativeGasUsed }: Included): Uint8Array {
  const { type, effect, nonce } = transaction
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

type EncodableReceipt = {
  readonly type: EnvelopeType
  readonly status: 'success' | 'reverted'
  /** Stands in place of the status in receipts from before EIP-658. */
  readonly postState?: Hash | undefined
  readonly cumulativeGasUsed: bigint
  readonly logsBloom: Hex
  readonly logs: readonly {
    readonly address: Address
    readonly topics: readonly Hash[]
    readonly data: Hex
  }[]
  readonly depositNonce?: bigint | undefined
  readonly depositReceiptVersion?: bigint | undefined
}

/**
 * A receipt as it stands in the trie of receiptsRoot. A deposit's nonce is in
 * it only beside a version: between OP's Regolith and Canyon nodes showed the
 * nonce but did not hash it (op-geth `Receipts.EncodeIndex`).
 */
export function encodeReceipt(receipt: EncodableReceipt): Uint8Array {
  const { type, status, postState } = receipt
  const { depositNonce, depositReceiptVersion } = receipt
  const items: RlpItem[] = [
    postState === undefined
      ? toScalar(status === 'success' ? 1 : 0)
      : toBytes(postState),
    toScalar(receipt.cumulativeGasUsed),
    toBytes(receipt.logsBloom),
    receipt.logs.map(({ address, topics, data }) => [
      toBytes(address),
      topics.map(toBytes),
      toBytes(data),
    ]),
  ]
  if (depositReceiptVersion !== undefined)
    items.push(toScalar(depositNonce ?? 0n), toScalar(depositReceiptVersion))
  return enclose(type, items)
}

const byteLength = 256

export const emptyBloom: Hex = `0x${'00'.repeat(byteLength)}`

/** The 2048-bit filter over addresses and topics (Yellow Paper, 4.3.1). */
export function bloomOf(
  logs: readonly { address: Address; topics: readonly Hash[] }[],
): Hex {
  if (logs.length === 0) return emptyBloom
  const bloom = new Uint8Array(byteLength)
  for (const { address, topics } of logs) {
    mark(bloom, address)
    for (const topic of topics) mark(bloom, topic)
  }
  return toHex(bloom)
}

/** A block's bloom from its receipts' blooms (F4). */
export function unionOfBlooms(blooms: readonly Hex[]): Hex {
  let bits = 0n
  for (const bloom of blooms) if (bloom !== emptyBloom) bits |= BigInt(bloom)
  return bits === 0n
    ? emptyBloom
    : `0x${bits.toString(16).padStart(byteLength * 2, '0')}`
}

/** Three bits, each from eleven bits of the hash; bit 0 is the last one. */
function mark(bloom: Uint8Array, item: Hex): void {
  const hash = hashOf(item)
  for (const at of [0, 2, 4]) {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % 2048
    const byte = byteLength - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
  }
}

const hashes = new Map<Hex, Uint8Array>()
const hashesKept = 1024

/** Remembered: the same contracts and events recur in every block. */
function hashOf(item: Hex): Uint8Array {
  const known = hashes.get(item)
  if (known !== undefined) return known
  if (hashes.size === hashesKept) hashes.clear()
  const hash = keccak_256(toBytes(item))
  hashes.set(item, hash)
  return hash
}
