import type { RpcTransaction } from 'viem'
import {
  encodeWireReceipt,
  encodeWireTransaction,
} from '../../base/codec/encodeWire.js'
import type { AccessList } from '../../base/codec/envelope.js'
import { encodeHeader } from '../../base/codec/header.js'
import { decodeRlp, encodeRlp, type RlpItem } from '../../base/codec/rlp.js'
import type { WrittenFields } from '../../base/codec/transactionTypes.js'
import type { Wire } from '../../base/codec/wire.js'
import { type Hash, type Hex, toHex } from '../../base/hex/hex.js'
import type { BlockView, Chain } from '../../chain/blocks/chain.js'
import { highestGasPrice } from '../../chain/execution/executeMessage.js'
import { readWithdrawals } from '../../chain/imports/readHeader.js'
import { headerOf } from '../../chain/lookup/blockHash.js'
import type { FoundTransaction } from '../../chain/lookup/find.js'
import type { Included, Transaction } from '../../chain/model/transaction.js'
import { encodeIncludedReceipt } from '../../chain/roots/roots.js'
import {
  formatImportedBlock,
  formatImportedReceipts,
  formatImportedTransaction,
} from './formatImported.js'
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
  const { transaction } = included
  const text = includedText(included)
  const transactionIndex = isIndexed ? text.transactionIndex : null
  switch (text.transactionType) {
    case 'legacy':
      return {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: transaction.hash,
        type: text.type,
        // As geth leaves it out of what was signed for any chain.
        ...(!isUnprotected(text.v) && { chainId: text.chainId }),
        nonce: text.nonce,
        from: transaction.from,
        to: transaction.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        input: transaction.data,
        v: text.v,
        r: text.r,
        s: text.s,
      }
    case 'eip2930':
      return {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: transaction.hash,
        type: text.type,
        chainId: text.chainId,
        nonce: text.nonce,
        from: transaction.from,
        to: transaction.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        input: transaction.data,
        accessList: copyAccessList(text.own.accessList),
        v: text.v,
        r: text.r,
        s: text.s,
        yParity: text.yParity,
      }
    case 'eip1559':
      return {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: transaction.hash,
        type: text.type,
        chainId: text.chainId,
        nonce: text.nonce,
        from: transaction.from,
        to: transaction.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        maxFeePerGas: text.own.maxFeePerGas,
        maxPriorityFeePerGas: text.own.maxPriorityFeePerGas,
        input: transaction.data,
        accessList: copyAccessList(text.own.accessList),
        v: text.v,
        r: text.r,
        s: text.s,
        yParity: text.yParity,
      }
    case 'eip7702':
      return {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: transaction.hash,
        type: text.type,
        chainId: text.chainId,
        nonce: text.nonce,
        from: transaction.from,
        to: transaction.to,
        value: text.value,
        gas: text.gas,
        gasPrice: text.effectiveGasPrice,
        maxFeePerGas: text.own.maxFeePerGas,
        maxPriorityFeePerGas: text.own.maxPriorityFeePerGas,
        input: transaction.data,
        accessList: copyAccessList(text.own.accessList),
        authorizationList: text.own.authorizationList.map(copyAuthorization),
        v: text.v,
        r: text.r,
        s: text.s,
        yParity: text.yParity,
      }
    case 'deposit': {
      const { sourceHash, mint, isSystemTx } = text.own
      // Fields as op-geth's `newRPCTransaction` serves them: not signed.
      const wire = {
        blockHash,
        blockNumber,
        blockTimestamp,
        transactionIndex,
        hash: transaction.hash,
        type: text.type,
        nonce: text.nonce,
        from: transaction.from,
        to: transaction.to,
        value: text.value,
        gas: text.gas,
        gasPrice: '0x0',
        input: transaction.data,
        v: '0x0',
        r: '0x0',
        s: '0x0',
        sourceHash,
        mint,
        depositReceiptVersion: '0x1',
        ...(isSystemTx && { isSystemTx }),
      }
      // viem types this one in `viem/op-stack` alone
      return wire as unknown as WireTransaction
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

function copyAuthorization(text: WrittenFields['authorizationList'][number]) {
  return {
    chainId: text.chainId,
    address: text.address,
    nonce: text.nonce,
    yParity: text.yParity,
    r: text.r,
    s: text.s,
  }
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

export function encodeRawHeader(chain: Chain, block: BlockView): Hex {
  return toHex(encodeHeader(headerOf(chain, block)))
}

/**
 * Uncles, which only imported blocks have, are known by nothing except hashes.
 */
export function encodeRawBlock(chain: Chain, block: BlockView): Hex | string {
  const header = headerOf(chain, block)
  const json =
    block.imported && wireOf(formatImportedBlock(block.imported, true))
  if (Array.isArray(json?.uncles) && json.uncles.length > 0)
    return 'This block was imported, and of its uncles only the hashes are known.'
  const withdrawals =
    header.withdrawalsRoot === undefined
      ? []
      : [json === undefined ? [] : readWithdrawals(json)]
  const envelopes = json
    ? (json.transactions as Wire[]).map((transaction, index) =>
        encodeWireTransaction(transaction, `block.transactions[${index}]`),
      )
    : block.included.map(({ transaction }) => transaction.envelope)
  const items: RlpItem[] = [
    decodeRlp(encodeHeader(header)),
    envelopes.map(itemOf),
    [],
    ...withdrawals,
  ]
  return toHex(encodeRlp(items))
}

/** In a block an envelope that is a list stands as it is (EIP-2718). */
function itemOf(envelope: Uint8Array): RlpItem {
  return (envelope[0] ?? 0) >= 0xc0 ? decodeRlp(envelope) : envelope
}

export function encodeRawReceipts({ imported, included }: BlockView): Hex[] {
  const receipts =
    imported === undefined
      ? included.map(encodeIncludedReceipt)
      : formatImportedReceipts(imported).map((receipt, index) =>
          encodeWireReceipt(wireOf(receipt), `receipts[${index}]`),
        )
  return receipts.map(toHex)
}

export function encodeRawTransaction(found: FoundTransaction): Hex {
  if (found.type === 'included')
    return toHex(found.included.transaction.envelope)
  const { imported, index } = found
  const wire = wireOf(formatImportedTransaction(imported, index))
  return toHex(encodeWireTransaction(wire, `block.transactions[${index}]`))
}

function wireOf(json: object): Wire {
  return json as Wire
}
