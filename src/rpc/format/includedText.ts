import type { AccessList } from '../../base/codec/envelope.js'
import { writeWireFields } from '../../base/codec/field.js'
import {
  envelopeFields,
  type OwnField,
  ownFields,
  transactionTypes,
  type WrittenFields,
} from '../../base/codec/transactionTypes.js'
import { type Hex, toQuantity } from '../../base/hex/hex.js'
import { receiptStatus } from '../../base/hex/receiptStatus.js'
import type {
  Included,
  IncludedText,
  L1Fees,
  ListText,
  ReceiptText,
  TransactionText,
} from '../../chain/model/transaction.js'

/** Made once: what is included never changes, and blocks share it. */
export function includedText(included: Included): IncludedText {
  included.text ??= createText(included)
  return included.text
}

const noTexts: ListText = { of: [], transactions: [], receipts: [] }

/** Kept with the first text, which is let go once the block is sealed. */
export function listText(included: readonly Included[]): ListText {
  const [first] = included
  if (first === undefined) return noTexts
  const text = includedText(first)
  if (text.list?.of !== included) text.list = createListText(included)
  return text.list
}

function createListText(included: readonly Included[]): ListText {
  const texts = included.map(includedText)
  return {
    of: included,
    transactions: texts.map(({ transaction }) => transaction),
    receipts: texts.map(({ receipt }) => receipt),
  }
}

function createText(included: Included): IncludedText {
  const transactionIndex = toQuantity(included.transactionIndex)
  const effectiveGasPrice = toQuantity(included.effectiveGasPrice)
  const place = { transactionIndex, effectiveGasPrice }
  const transaction = transactionText(included, place)
  return {
    transaction,
    receipt: receiptText(included, place, transaction.nonce),
    list: undefined,
  }
}

type Place = { readonly transactionIndex: Hex; readonly effectiveGasPrice: Hex }

// A deposit's signature reads zero here. Its fields are as op-geth's
// `newRPCTransaction` serves them.
function transactionText(
  { transaction }: Included,
  { transactionIndex, effectiveGasPrice }: Place,
): TransactionText {
  const { signature, type } = transaction
  const own: Partial<Pick<WrittenFields, OwnField>> = writeWireFields(
    envelopeFields,
    ownFields(type),
    transaction,
  )
  const v = toQuantity(signature?.v ?? 0n)
  const isDeposit = type === 'deposit'
  return {
    transactionIndex,
    hash: transaction.hash,
    type: transactionTypes[type].number,
    // As geth leaves it out of what was signed for any chain.
    ...(!isDeposit &&
      !isUnprotected(v) && { chainId: toQuantity(transaction.chainId) }),
    nonce: toQuantity(transaction.nonce),
    from: transaction.from,
    to: transaction.to,
    value: toQuantity(transaction.value),
    gas: toQuantity(transaction.gas),
    gasPrice: effectiveGasPrice,
    ...(own.maxFeePerGas !== undefined && {
      maxFeePerGas: own.maxFeePerGas,
      maxPriorityFeePerGas: own.maxPriorityFeePerGas,
    }),
    input: transaction.data,
    ...(own.accessList && {
      accessList: own.accessList.length === 0 ? noAccess : own.accessList,
    }),
    ...(own.authorizationList && { authorizationList: own.authorizationList }),
    v,
    r: toQuantity(BigInt(signature?.r ?? 0n)),
    s: toQuantity(BigInt(signature?.s ?? 0n)),
    ...(!isDeposit &&
      type !== 'legacy' && { yParity: toQuantity(signature?.yParity ?? 0) }),
    ...(isDeposit && {
      sourceHash: own.sourceHash,
      mint: own.mint,
      depositReceiptVersion: '0x1',
      ...(own.isSystemTx && { isSystemTx: own.isSystemTx }),
    }),
  } as TransactionText
}

/** One for all: whoever copies a block need not look into each of its own. */
export const noAccess: AccessList = []

/** From before EIP-155. */
function isUnprotected(v: Hex): boolean {
  return v === '0x1b' || v === '0x1c'
}

function receiptText(
  included: Included,
  { transactionIndex, effectiveGasPrice }: Place,
  nonce: Hex,
): ReceiptText {
  const { transaction, effect } = included
  return {
    transactionHash: transaction.hash,
    transactionIndex,
    from: transaction.from,
    to: transaction.to,
    contractAddress: included.contractAddress,
    cumulativeGasUsed: toQuantity(included.cumulativeGasUsed),
    gasUsed: toQuantity(effect.gasUsed),
    effectiveGasPrice,
    logs: effect.logs.map(({ address, topics, data }, position) => ({
      address,
      topics,
      data,
      logIndex: toQuantity(included.firstLogIndex + position),
    })),
    logsBloom: effect.logsBloom,
    status: receiptStatus(effect.status === 'success'),
    type: transactionTypes[transaction.type].number,
    ofL2:
      transaction.type === 'deposit'
        ? { depositNonce: nonce, depositReceiptVersion: '0x1' }
        : l1Text(effect.l1),
  }
}

function l1Text(l1: L1Fees): ReceiptText['ofL2'] {
  const fields = Object.entries(l1)
  return fields.length === 0
    ? undefined
    : Object.fromEntries(
        fields.map(([field, value = 0n]) => [field, toQuantity(value)]),
      )
}
