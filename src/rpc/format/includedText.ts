import { writeWireFields } from '../../base/codec/field.js'
import {
  envelopeFields,
  type OwnField,
  ownFields,
  type TransactionType,
  transactionTypes,
  type WrittenFields,
} from '../../base/codec/transactionTypes.js'
import type { Hex } from '../../base/hex/hex.js'
import { toQuantity } from '../../base/hex/hex.js'
import type { Included, L1Fees } from '../../chain/model/transaction.js'

/**
 * The wire strings of a transaction and its receipt that are costly to make.
 */
export type IncludedText = {
  readonly chainId: Hex
  readonly nonce: Hex
  readonly value: Hex
  readonly gas: Hex
  readonly v: Hex
  readonly r: Hex
  readonly s: Hex
  readonly yParity: Hex
  readonly transactionIndex: Hex
  readonly cumulativeGasUsed: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logIndexes: readonly Hex[]
  readonly l1: { readonly [field in keyof L1Fees]: Hex } | undefined
} & TypedText

/** The type, and the fields that are its own. */
type TypedText = {
  [type in TransactionType]: {
    readonly transactionType: type
    readonly type: (typeof transactionTypes)[type]['number']
    readonly own: Pick<WrittenFields, OwnField<type>>
  }
}[TransactionType]

/** Made once: what is included never changes, and blocks share it. */
export function includedText(included: Included): IncludedText {
  const before = included.memo as IncludedText | undefined
  if (before !== undefined) return before
  const text = createText(included)
  included.memo = text
  return text
}

// A deposit's signature reads zero here and is not served.
function createText(included: Included): IncludedText {
  const { transaction, effect, firstLogIndex } = included
  const { signature, type } = transaction
  const text = {
    transactionType: type,
    type: transactionTypes[type].number,
    own: writeWireFields(envelopeFields, ownFields(type), transaction),
    chainId: toQuantity(transaction.chainId),
    nonce: toQuantity(transaction.nonce),
    value: toQuantity(transaction.value),
    gas: toQuantity(transaction.gas),
    v: toQuantity(signature?.v ?? 0n),
    r: toQuantity(BigInt(signature?.r ?? 0n)),
    s: toQuantity(BigInt(signature?.s ?? 0n)),
    yParity: toQuantity(signature?.yParity ?? 0),
    transactionIndex: toQuantity(included.transactionIndex),
    cumulativeGasUsed: toQuantity(included.cumulativeGasUsed),
    gasUsed: toQuantity(effect.gasUsed),
    effectiveGasPrice: toQuantity(included.effectiveGasPrice),
    l1: l1Text(effect.l1),
    logIndexes: effect.logs.map((_, position) =>
      toQuantity(firstLogIndex + position),
    ),
  }
  return text as IncludedText
}

function l1Text(l1: L1Fees): IncludedText['l1'] {
  const fields = Object.entries(l1)
  return fields.length === 0
    ? undefined
    : Object.fromEntries(
        fields.map(([field, value = 0n]) => [field, toQuantity(value)]),
      )
}
