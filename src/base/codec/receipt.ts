import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toScalar,
} from '../hex/hex.js'
import { enclose } from './envelope.js'
import type { RlpItem } from './rlp.js'
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
