import { bloomOf } from '../../base/codec/receipt.js'
import { createdAddress } from '../../base/codec/rlp.js'
import type { Wire } from '../../base/codec/wire.js'
import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'

import type { StreamReceipt } from './streamReceipt.js'

/** A transaction as JSON-RPC has it, in its place in a block. */
export type PlacedTransaction = Wire & {
  readonly hash: Hash
  readonly type: Hex
  readonly from: Address
  readonly to: Address | null
  readonly nonce: Hex
  readonly gasPrice: Hex
  readonly blockHash: Hash
  readonly blockNumber: Hex
  readonly blockTimestamp: Hex
  readonly transactionIndex: Hex
}

/**
 * Receipts as JSON-RPC has them, one for each transaction; undefined if one
 * is not known, or if their gas does not add up.
 */
export function toReceipts(
  transactions: readonly PlacedTransaction[],
  told: ReadonlyMap<Hash, StreamReceipt>,
): Wire[] | undefined {
  const receipts: Wire[] = []
  let cumulativeGasUsed = 0n
  let logIndex = 0
  for (const transaction of transactions) {
    const receipt = told.get(transaction.hash)
    if (receipt === undefined) return undefined
    const gasUsed = receipt.cumulativeGasUsed - cumulativeGasUsed
    if (gasUsed < 0n) return undefined
    receipts.push(toReceipt(transaction, receipt, { gasUsed, logIndex }))
    cumulativeGasUsed = receipt.cumulativeGasUsed
    logIndex += receipt.logs.length
  }
  return receipts
}

function toReceipt(
  transaction: PlacedTransaction,
  receipt: StreamReceipt,
  { gasUsed, logIndex }: { gasUsed: bigint; logIndex: number },
): Wire {
  const { hash, from, to, nonce } = transaction
  const { blockHash, blockNumber, blockTimestamp, transactionIndex } =
    transaction
  const place = {
    blockHash,
    blockNumber,
    transactionHash: hash,
    transactionIndex,
  }
  const { depositNonce, depositReceiptVersion } = receipt
  return {
    ...place,
    from,
    to,
    contractAddress: to === null ? createdAddress(from, Number(nonce)) : null,
    cumulativeGasUsed: toQuantity(receipt.cumulativeGasUsed),
    gasUsed: toQuantity(gasUsed),
    effectiveGasPrice: transaction.gasPrice,
    logs: receipt.logs.map(({ address, topics, data }, position) => ({
      address,
      topics,
      data,
      ...place,
      blockTimestamp,
      logIndex: toQuantity(logIndex + position),
      removed: false,
    })),
    logsBloom: bloomOf(receipt.logs),
    status: toQuantity(receipt.status),
    type: transaction.type,
    ...(depositNonce !== undefined && {
      depositNonce: toQuantity(depositNonce),
    }),
    ...(depositReceiptVersion !== undefined && {
      depositReceiptVersion: toQuantity(depositReceiptVersion),
    }),
  }
}
