import type { EOACode7702AuthorizationListItem } from '@ethereumjs/util'
import type { TxReceipt } from '@ethereumjs/vm'
import { bytesToHex, numberToHex } from 'viem'
import type { Hex } from '../../src/base/hex/hex.js'
import type { RanBlock } from './runChain.js'

type Json = { readonly [field: string]: unknown }

/** A block as `eth_getBlockByNumber` of geth answers it. */
export function blockJson({ block }: RanBlock): Json {
  const { header } = block
  const json = header.toJSON() as { [field: string]: Hex }
  const hash = bytesToHex(block.hash())
  const { withdrawals } = block.toJSON()
  const later = [
    'baseFeePerGas',
    'withdrawalsRoot',
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
    'requestsHash',
  ].flatMap((field) =>
    json[field] === undefined ? [] : [[field, json[field]]],
  )
  return {
    number: json.number,
    hash,
    parentHash: json.parentHash,
    sha3Uncles: json.uncleHash,
    miner: json.coinbase,
    stateRoot: json.stateRoot,
    transactionsRoot: json.transactionsTrie,
    receiptsRoot: json.receiptTrie,
    logsBloom: json.logsBloom,
    difficulty: json.difficulty,
    gasLimit: json.gasLimit,
    gasUsed: json.gasUsed,
    timestamp: json.timestamp,
    extraData: json.extraData,
    mixHash: json.mixHash,
    nonce: json.nonce,
    ...Object.fromEntries(later),
    size: numberToHex(block.serialize().length),
    uncles: block.uncleHeaders.map((uncle) => bytesToHex(uncle.hash())),
    ...(withdrawals !== undefined && { withdrawals }),
    transactions: block.transactions.map((_, index) =>
      transactionJson({ block }, index),
    ),
  }
}

function placeOf({ block }: Pick<RanBlock, 'block'>, index: number) {
  return {
    blockHash: bytesToHex(block.hash()),
    blockNumber: numberToHex(block.header.number),
    blockTimestamp: numberToHex(block.header.timestamp),
    transactionIndex: numberToHex(index),
  }
}

function transactionJson(ran: Pick<RanBlock, 'block'>, index: number): Json {
  const transaction = at(ran.block.transactions, index)
  const json = transaction.toJSON()
  const { chainId, gasLimit, data, yParity, authorizationList, ...fields } =
    json
  const isLegacy = transaction.type === 0
  const v = BigInt(json.v ?? yParity ?? '0x0')
  // EIP-155
  const signedChain = v >= 35n ? numberToHex((v - 35n) / 2n) : undefined
  return {
    ...fields,
    ...placeOf(ran, index),
    hash: bytesToHex(transaction.hash()),
    from: transaction.getSenderAddress().toString(),
    to: transaction.to?.toString() ?? null,
    gas: gasLimit,
    gasPrice: numberToHex(priceOf(ran, index)),
    input: data,
    type: numberToHex(transaction.type),
    v: numberToHex(v),
    ...(authorizationList !== undefined && {
      authorizationList: authorizationList.map(authorizationJson),
    }),
    ...(!isLegacy && { yParity: numberToHex(v), chainId }),
    ...(isLegacy && signedChain !== undefined && { chainId: signedChain }),
  }
}

function authorizationJson({
  address,
  ...fields
}: { readonly [field in keyof EOACode7702AuthorizationListItem]: Hex }) {
  const quantities = Object.entries(fields).map(([field, bytes]) => [
    field,
    numberToHex(bytes === '0x' ? 0n : BigInt(bytes)),
  ])
  return { address, ...Object.fromEntries(quantities) }
}

function priceOf({ block }: Pick<RanBlock, 'block'>, index: number): bigint {
  const transaction = at(block.transactions, index) as {
    gasPrice?: bigint
    getEffectivePriorityFee(baseFee: bigint): bigint
  }
  const { baseFeePerGas } = block.header
  if (transaction.gasPrice !== undefined) return transaction.gasPrice
  const baseFee = baseFeePerGas ?? 0n
  return baseFee + transaction.getEffectivePriorityFee(baseFee)
}

/** Receipts as `eth_getBlockReceipts` of geth answers them. */
export function receiptsJson(ran: RanBlock): Json[] {
  let firstLog = 0
  let before = 0n
  return ran.receipts.map((receipt, index) => {
    const json = receiptJson(ran, receipt, { index, firstLog, before })
    firstLog += receipt.logs.length
    before = receipt.cumulativeBlockGasUsed
    return json
  })
}

function receiptJson(
  ran: RanBlock,
  receipt: TxReceipt,
  {
    index,
    firstLog,
    before,
  }: { index: number; firstLog: number; before: bigint },
): Json {
  const transaction = at(ran.block.transactions, index)
  const { blockTimestamp, ...place } = placeOf(ran, index)
  const transactionHash = bytesToHex(transaction.hash())
  const created = ran.createdAddresses[index] ?? null
  return {
    ...place,
    transactionHash,
    from: transaction.getSenderAddress().toString(),
    to: transaction.to?.toString() ?? null,
    contractAddress: transaction.to === undefined ? created : null,
    cumulativeGasUsed: numberToHex(receipt.cumulativeBlockGasUsed),
    gasUsed: numberToHex(receipt.cumulativeBlockGasUsed - before),
    effectiveGasPrice: numberToHex(priceOf(ran, index)),
    logs: receipt.logs.map(([address, topics, data], position) => ({
      address: bytesToHex(address),
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
      ...place,
      blockTimestamp,
      transactionHash,
      logIndex: numberToHex(firstLog + position),
      removed: false,
    })),
    logsBloom: bytesToHex(receipt.bitvector),
    type: numberToHex(transaction.type),
    ...('stateRoot' in receipt
      ? { root: bytesToHex(receipt.stateRoot) }
      : { status: numberToHex(receipt.status) }),
    ...('blobGasUsed' in receipt && {
      blobGasUsed: numberToHex(receipt.blobGasUsed),
      blobGasPrice: numberToHex(receipt.blobGasPrice),
    }),
  }
}

function at<item>(items: readonly item[], index: number): item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index}`)
  return item
}
