import {
  blockSize,
  emptyRequestsHash,
  emptyUnclesHash,
  encodeHeader,
  type Header,
  lengthInBlock,
} from '../../base/codec/header.js'
import { bloomOf } from '../../base/codec/receipt.js'
import { createdAddress } from '../../base/codec/rlp.js'
import { emptyRoot, listRoot } from '../../base/codec/trie.js'
import type { Wire } from '../../base/codec/wire.js'
import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'
import type { ImportParameters } from '../../index.js'
import type { StreamTransaction } from './decodeTransaction.js'
import type { Base, Diff, Message, StreamReceipt } from './message.js'

/**
 * The pending block made of several messages, with the header of the last.
 * Without `isWhole`, receipts are left out: a missing message would change
 * their cumulative gas and log indices.
 */
export function toBlock(
  base: Base,
  messages: readonly Message[],
  { diff }: Message,
  isWhole: boolean,
): ImportParameters {
  const included = messages.flatMap(({ diff }) => diff.transactions)
  const receiptOf = new Map(messages.flatMap(({ receipts }) => [...receipts]))
  const transactions = included.map((transaction, position) =>
    toPlaced(transaction, receiptOf.get(transaction.hash), {
      blockHash: diff.hash,
      blockNumber: toQuantity(base.number),
      blockTimestamp: toQuantity(base.timestamp),
      transactionIndex: toQuantity(position),
      baseFeePerGas: base.baseFeePerGas,
    }),
  )
  const header = toHeader(base, diff, included)
  return {
    block: {
      hash: diff.hash,
      ...toWire(header),
      ...(diff.withdrawals.length === 0 && {
        size: toQuantity(sizeOf(header, included)),
      }),
      transactions,
      uncles: [],
      withdrawals: diff.withdrawals,
    },
    receipts: isWhole ? toReceipts(transactions, receiptOf) : undefined,
    state: Object.assign({}, ...messages.map(({ balances }) => balances)),
    as: 'pending',
  }
}

/** Only OP's blocks since Isthmus name the root of withdrawals themselves. */
function toHeader(
  base: Base,
  diff: Diff,
  included: readonly StreamTransaction[],
): Header {
  const { withdrawalsRoot } = diff
  return {
    parentHash: base.parentHash,
    sha3Uncles: emptyUnclesHash,
    miner: base.miner,
    stateRoot: diff.stateRoot,
    transactionsRoot: listRoot(included.map(({ envelope }) => envelope)),
    receiptsRoot: diff.receiptsRoot,
    logsBloom: diff.logsBloom,
    difficulty: 0n,
    number: base.number,
    gasLimit: base.gasLimit,
    gasUsed: diff.gasUsed,
    timestamp: base.timestamp,
    extraData: base.extraData,
    mixHash: base.mixHash,
    nonce: '0x0000000000000000',
    baseFeePerGas: base.baseFeePerGas,
    withdrawalsRoot: withdrawalsRoot ?? emptyRoot,
    blobGasUsed: diff.blobGasUsed ?? 0n,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: base.parentBeaconBlockRoot,
    requestsHash: withdrawalsRoot === undefined ? undefined : emptyRequestsHash,
  }
}

function toWire(header: Header): Wire {
  return Object.fromEntries(
    Object.entries(header)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [
        field,
        typeof value === 'bigint' ? toQuantity(value) : value,
      ]),
  )
}

function sizeOf(
  header: Header,
  included: readonly StreamTransaction[],
): number {
  const lengths = included.map(({ envelope }) => lengthInBlock(envelope))
  return blockSize(encodeHeader(header).length, lengths, true)
}

/** A deposit's nonce is in its receipt, not in its envelope. */
function toPlaced(
  { hash, wire }: StreamTransaction,
  receipt: StreamReceipt | undefined,
  { baseFeePerGas, ...place }: BlockPlace,
): PlacedTransaction {
  const { depositNonce, depositReceiptVersion } = receipt ?? {}
  return {
    ...place,
    hash,
    ...wire,
    gasPrice: priceOf(wire, baseFeePerGas),
    ...(depositNonce !== undefined && { nonce: toQuantity(depositNonce) }),
    ...(depositReceiptVersion !== undefined && {
      depositReceiptVersion: toQuantity(depositReceiptVersion),
    }),
  } as PlacedTransaction
}

type BlockPlace = Pick<
  PlacedTransaction,
  'blockHash' | 'blockNumber' | 'blockTimestamp' | 'transactionIndex'
> & {
  /** wei per gas */
  baseFeePerGas: bigint
}

/** In a block `gasPrice` is what is paid (EIP-1559). */
function priceOf(wire: Wire, baseFeePerGas: bigint): Hex {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = wire as {
    [field: string]: Hex
  }
  if (maxFeePerGas === undefined) return gasPrice ?? '0x0'
  const most = BigInt(maxFeePerGas)
  const offered = baseFeePerGas + BigInt(maxPriorityFeePerGas ?? 0)
  return toQuantity(offered < most ? offered : most)
}

/** A transaction as JSON-RPC has it, in its place in a block. */
type PlacedTransaction = Wire & {
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
function toReceipts(
  transactions: readonly PlacedTransaction[],
  receiptOf: ReadonlyMap<Hash, StreamReceipt>,
): Wire[] | undefined {
  const receipts: Wire[] = []
  let cumulativeGasUsed = 0n
  let logIndex = 0
  for (const transaction of transactions) {
    const receipt = receiptOf.get(transaction.hash)
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
