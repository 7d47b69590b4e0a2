import { keccak256 } from '../hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
} from '../hex/hex.js'
import { remember } from '../memo/memo.js'
import { enclosed } from './envelope.js'
import { type Enclosed, type RlpInput, viewEnclosed } from './rlp.js'
import type { EnvelopeType } from './transactionTypes.js'

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
export function toReceiptItem(receipt: EncodableReceipt): Enclosed {
  const { type, status, postState } = receipt
  const { depositNonce, depositReceiptVersion } = receipt
  const { logs, logsBloom } = receipt
  const items: RlpInput[] = [
    postState ?? (status === 'success' ? 1 : 0),
    receipt.cumulativeGasUsed,
    logsBloom === emptyBloom ? emptyBytes : logsBloom,
    logs.map(({ address, topics, data }) => [address, topics, data]),
  ]
  if (depositReceiptVersion !== undefined)
    items.push(depositNonce ?? 0n, depositReceiptVersion)
  return enclosed(type, items)
}

export function encodeReceipt(receipt: EncodableReceipt): Uint8Array {
  return viewEnclosed(toReceiptItem(receipt)).slice()
}

const byteLength = 256

const emptyBloom: Hex = `0x${'00'.repeat(byteLength)}`
/** Most receipts have no logs. */
const emptyBytes = new Uint8Array(byteLength)

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

/**
 * A block's bloom: the union of its receipts' blooms (F4 in docs/reference/fidelity.md).
 */
export function unionOfBlooms(blooms: readonly Hex[]): Hex {
  let bits = 0n
  for (const bloom of blooms) if (bloom !== emptyBloom) bits |= BigInt(bloom)
  if (bits === 0n) return emptyBloom
  return `0x${bits.toString(16).padStart(byteLength * 2, '0')}`
}

/** False if no log with that address or topic is under the bloom. */
export function mayContain(bloom: Hex, item: Hex): boolean {
  if (bloom === emptyBloom) return false
  const bits = BigInt(bloom)
  return bitsOf(item).every((bit) => (bits >> BigInt(bit)) & 1n)
}

function mark(bloom: Uint8Array, item: Hex): void {
  for (const bit of bitsOf(item)) {
    const byte = byteLength - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
  }
}

/**
 * Three bits, each from eleven bits of the hash; bit 0 is the last one. The same
 * contracts and events recur in every block.
 */
const bitsOf = remember((item: Hex): readonly number[] => {
  const hash = keccak256(toBytes(item))
  return [0, 2, 4].map(
    (at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % 2048,
  )
}, 1024)
