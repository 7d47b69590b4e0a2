import {
  isWire,
  readField,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import {
  type Hash,
  parseHash,
  parseQuantity,
  zeroHash,
} from '../../base/hex/hex.js'
import type { ForkBase } from '../fork/createForkBase.js'
import type { AccountsParameters } from './transaction.js'

/** A block of a real node, to become part of the chain. */
export type ImportParameters = {
  /**
   * JSON as `eth_getBlockByNumber` answers it, sealed or pending, with full
   * transactions or their hashes.
   */
  block: object
  /** JSON as `eth_getBlockReceipts` answers it. */
  receipts?: readonly object[] | undefined
  /**
   * Whether it becomes the latest or the pending block. Default `'latest'`, or
   * `'pending'` if it has no hash
   */
  as?: 'latest' | 'pending' | undefined
  /** State of accounts from this block on, as far as you know it. */
  state?: AccountsParameters | undefined
}

/** An imported block: what the chain needs of it, and its JSON as text. */
export type ImportedBlock = {
  /** Null if pending blocks say no number. */
  readonly number: bigint | null
  /** Null if pending blocks say none. */
  readonly hash: Hash | null
  readonly parentHash: Hash
  /** unix seconds */
  readonly timestamp: bigint
  /** unix ms; those of the seconds if it says no other */
  readonly milliseconds: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** wei per gas; 0 before London */
  readonly baseFeePerGas: bigint
  readonly blobGasUsed: bigint
  readonly text: string
  readonly transactions: readonly ImportedTransaction[]
  /** JSON of each receipt, in the order of the transactions. */
  readonly receipts: readonly string[] | undefined
  /** Of a live chain's block: where what its JSON lacks is recorded. */
  readonly fork?: ForkBase | undefined
}

type ImportedTransaction = {
  readonly hash: Hash
  /** Undefined if the block's JSON has the hash alone. */
  readonly text: string | undefined
}

export function createImportedBlock({
  block: given,
  receipts,
}: ImportParameters): ImportedBlock {
  const block = given as Wire
  const quantity = (field: string) =>
    readField(block, 'block', field, parseQuantity)
  const optional = (field: string) =>
    readOptional(block, 'block', field, parseQuantity)
  const hash = readOptional(block, 'block', 'hash', parseHash) ?? null
  const timestamp = quantity('timestamp')
  return {
    number: optional('number') ?? null,
    // base/base serves its pending block with 32 zero bytes
    hash: hash === zeroHash ? null : hash,
    parentHash: readField(block, 'block', 'parentHash', parseHash),
    timestamp,
    milliseconds: optional('timestampMs') ?? timestamp * 1_000n,
    gasLimit: quantity('gasLimit'),
    gasUsed: quantity('gasUsed'),
    baseFeePerGas: optional('baseFeePerGas') ?? 0n,
    blobGasUsed: optional('blobGasUsed') ?? 0n,
    text: JSON.stringify(block),
    transactions: (block.transactions as readonly unknown[]).map(
      (given, index) => {
        const wire = isWire(given) ? given : undefined
        const path = `block.transactions[${index}]`
        return {
          hash: readField(wire ?? { hash: given }, path, 'hash', parseHash),
          text: wire && JSON.stringify(wire),
        }
      },
    ),
    receipts: receipts?.map((receipt) => JSON.stringify(receipt)),
  }
}
