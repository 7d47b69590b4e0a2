import type { RpcTransaction } from 'viem'
import type { AccessList } from '../../base/codec/envelope.js'
import type { Hash, Hex } from '../../base/hex/hex.js'
import { highestGasPrice } from '../../chain/execution/executeMessage.js'
import type {
  Included,
  Transaction,
  TransactionText,
} from '../../chain/model/transaction.js'
import { includedText, listText, noAccess } from './includedText.js'

/**
 * viem's type leaves `gasPrice` to the older types, and knows no null if no
 * block holds it; nodes serve both for all.
 */
export type WireTransaction = WithGasPrice<RpcTransaction>

type WithGasPrice<transaction> = transaction extends unknown
  ? Omit<transaction, 'gasPrice' | 'blockTimestamp'> & {
      gasPrice: Hex
      blockTimestamp: Hex | null
    }
  : never

/** The number and hash that a block and its contents show. */
export type Identity = {
  readonly block: {
    readonly number: Hex | null
    readonly hash: Hash | null
    /** Whether nonce and miner are null. */
    readonly isUnmined?: boolean
  }
  readonly isSized: boolean
  readonly transaction: {
    readonly blockHash: Hash | null
    readonly blockNumber: Hex | null
    /** Null if the number is. */
    readonly blockTimestamp: Hex | null
    /** Absent in all but sealed blocks of which a deposit tells it. */
    readonly blockTimestampMs?: Hex | undefined
    readonly isIndexed: boolean
  }
  /** Fields of receipts and their logs */
  readonly receipt: {
    readonly blockHash: Hash | null
    readonly blockNumber: Hex
    /** Fields of logs alone. */
    readonly blockTimestamp: Hex
    readonly blockTimestampMs?: Hex | undefined
  }
}

/** A transaction in its block, in every RPC field that its type has. */
export function formatTransaction(
  included: Included,
  identity: Identity['transaction'],
): WireTransaction {
  const wire = formatText(includedText(included).transaction, identity)
  addMilliseconds([wire], identity)
  return wire
}

function formatText(
  text: TransactionText,
  identity: Identity['transaction'],
): WireTransaction {
  return text.type === '0x2'
    ? formatFeeMarket(text, identity)
    : formatOther(text, identity)
}

/** Those of a block. */
export function formatTransactions(
  included: readonly Included[],
  identity: Identity['transaction'],
): WireTransaction[] {
  const { transactions } = listText(included)
  const wire = new Array<WireTransaction>(transactions.length)
  for (let at = 0; at < wire.length; at++)
    wire[at] = formatText(transactions[at] as TransactionText, identity)
  addMilliseconds(wire, identity)
  return wire
}

/** Few blocks have any. */
function addMilliseconds(
  wire: readonly WireTransaction[],
  { blockTimestampMs }: Identity['transaction'],
): void {
  if (blockTimestampMs === undefined) return
  for (const one of wire) Object.assign(one, { blockTimestampMs })
}

/** Most are such (EIP-1559). What is written out, V8 copies thrice as fast. */
function formatFeeMarket(
  text: TransactionText,
  identity: Identity['transaction'],
): WireTransaction {
  return {
    blockHash: identity.blockHash,
    blockNumber: identity.blockNumber,
    blockTimestamp: identity.blockTimestamp,
    transactionIndex: identity.isIndexed ? text.transactionIndex : null,
    hash: text.hash,
    type: text.type,
    chainId: text.chainId,
    nonce: text.nonce,
    from: text.from,
    to: text.to,
    value: text.value,
    gas: text.gas,
    gasPrice: text.gasPrice,
    maxFeePerGas: text.maxFeePerGas,
    maxPriorityFeePerGas: text.maxPriorityFeePerGas,
    input: text.input,
    accessList:
      text.accessList === noAccess ? [] : copyAccessList(text.accessList),
    v: text.v,
    r: text.r,
    s: text.s,
    yParity: text.yParity,
  } as WireTransaction
}

function formatOther(
  text: TransactionText,
  {
    blockHash,
    blockNumber,
    blockTimestamp,
    isIndexed,
  }: Identity['transaction'],
): WireTransaction {
  const { accessList, authorizationList } = text
  return {
    blockHash,
    blockNumber,
    blockTimestamp,
    ...text,
    transactionIndex: isIndexed ? text.transactionIndex : null,
    ...(accessList && { accessList: copyAccessList(accessList) }),
    ...(authorizationList && {
      authorizationList: authorizationList.map((one) => ({ ...one })),
    }),
  } as WireTransaction
}

function copyAccessList(
  accessList: AccessList = noAccess,
): { address: Hex; storageKeys: Hash[] }[] {
  return accessList.map(({ address, storageKeys }) => ({
    address,
    storageKeys: storageKeys.slice(),
  }))
}

const nowhere = {
  blockHash: null,
  blockNumber: null,
  blockTimestamp: null,
  isIndexed: false,
}

/**
 * A transaction without a block: its price is the highest it offers, as geth's.
 */
export function formatQueued(transaction: Transaction): WireTransaction {
  const included: Included = {
    transaction,
    effect: nothing,
    before: null,
    transactionIndex: 0,
    firstLogIndex: 0,
    cumulativeGasUsed: 0n,
    effectiveGasPrice: highestGasPrice(transaction),
    contractAddress: null,
    text: undefined,
  }
  return formatTransaction(included, nowhere)
}

/** Its effect is unknown before it runs. */
const nothing: Included['effect'] = {
  status: 'success',
  gasUsed: 0n,
  blobGasUsed: 0n,
  logs: [],
  logsBloom: '0x',
  changes: {},
  l1: {},
  failure: null,
}
