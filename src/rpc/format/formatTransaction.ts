import type { RpcTransaction } from 'viem'
import type { AccessList } from '../../base/codec/transaction.js'
import type { WrittenFields } from '../../base/codec/transactionTypes.js'
import type { Hash, Hex } from '../../base/hex/hex.js'
import type { Included } from '../../chain/model/transaction.js'
import type { Identity } from './identity.js'
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
