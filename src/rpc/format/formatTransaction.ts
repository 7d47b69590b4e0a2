import type { RpcTransaction } from 'viem'
import type { AccessList } from '../../base/codec/envelope.js'
import type { Hash, Hex } from '../../base/hex/hex.js'
import { highestGasPrice } from '../../chain/execution/executeMessage.js'
import type {
  Included,
  IncludedText,
  Transaction,
} from '../../chain/model/transaction.js'
import { includedText } from './includedText.js'

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
  readonly block: { readonly number: Hex | null; readonly hash: Hash | null }
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
  const wire = formatFields(included, identity)
  const { blockTimestampMs } = identity
  return blockTimestampMs === undefined
    ? wire
    : Object.assign(wire, { blockTimestampMs })
}

function formatFields(
  included: Included,
  {
    blockHash,
    blockNumber,
    blockTimestamp,
    isIndexed,
  }: Identity['transaction'],
): WireTransaction {
  const text = includedText(included)
  const transactionIndex = isIndexed ? text.transactionIndex : null
  switch (text.transactionType) {
    case 'legacy':
    case 'eip2930':
    case 'deposit': {
      const hasChain =
        text.transactionType !== 'deposit' && !isUnprotected(text.v)
      const wire = {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: text.hash,
        type: text.type,
        // As geth leaves it out of what was signed for any chain.
        ...(hasChain && { chainId: text.chainId }),
        nonce: text.nonce,
        from: text.from,
        to: text.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        input: text.input,
        ...(text.transactionType === 'eip2930' && {
          accessList: copyAccessList(text.accessList),
        }),
        v: text.v,
        r: text.r,
        s: text.s,
      }
      return Object.assign(wire, ownOf(text)) as WireTransaction
    }
    case 'eip1559':
    case 'eip7702': {
      const wire = {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: text.hash,
        type: text.type,
        chainId: text.chainId,
        nonce: text.nonce,
        from: text.from,
        to: text.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        maxFeePerGas: text.maxFeePerGas,
        maxPriorityFeePerGas: text.maxPriorityFeePerGas,
        input: text.input,
        accessList: copyAccessList(text.accessList),
        v: text.v,
        r: text.r,
        s: text.s,
        yParity: text.yParity,
      }
      if (text.transactionType === 'eip1559') return wire as WireTransaction
      const { v, r, s, yParity, ...others } = wire
      const authorizationList = text.authorizationList.map((one) => ({
        ...one,
      }))
      const own = { authorizationList, v, r, s, yParity }
      return { ...others, ...own } as WireTransaction
    }
  }
}

/** What other types have beside the fields of the legacy one. */
function ownOf(
  text: Extract<
    IncludedText,
    { transactionType: 'legacy' | 'eip2930' | 'deposit' }
  >,
): object | undefined {
  switch (text.transactionType) {
    case 'legacy':
      return undefined
    case 'eip2930':
      return { yParity: text.yParity }
    case 'deposit': {
      // Fields as op-geth's `newRPCTransaction` serves them: not signed. viem
      // types this one in `viem/op-stack` alone.
      const { sourceHash, mint, isSystemTx } = text
      const depositReceiptVersion = '0x1'
      const own = { sourceHash, mint, depositReceiptVersion }
      return isSystemTx ? { ...own, isSystemTx } : own
    }
  }
}

/** From before EIP-155. */
function isUnprotected(v: Hex): boolean {
  return v === '0x1b' || v === '0x1c'
}

function copyAccessList(
  accessList: AccessList,
): { address: Hex; storageKeys: Hash[] }[] {
  if (accessList.length === 0) return []
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
