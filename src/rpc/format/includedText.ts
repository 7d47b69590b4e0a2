import { writeWireFields } from '../../base/codec/field.js'
import {
  envelopeFields,
  type OwnField,
  ownFields,
  transactionTypes,
  type WrittenFields,
} from '../../base/codec/transactionTypes.js'
import { toQuantity } from '../../base/hex/hex.js'
import { receiptStatus } from '../../base/hex/receiptStatus.js'
import type {
  Included,
  IncludedText,
  L1Fees,
} from '../../chain/model/transaction.js'

/** Made once: what is included never changes, and blocks share it. */
export function includedText(included: Included): IncludedText {
  included.text ??= createText(included)
  return included.text
}

// A deposit's signature reads zero here and is not served.
function createText(included: Included): IncludedText {
  const { transaction, effect, firstLogIndex } = included
  const { signature, type } = transaction
  const own: Pick<WrittenFields, OwnField> = writeWireFields(
    envelopeFields,
    ownFields(type),
    transaction,
  )
  const text = {
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    input: transaction.data,
    contractAddress: included.contractAddress,
    logs: effect.logs,
    logsBloom: effect.logsBloom,
    status: receiptStatus(effect.status === 'success'),
    transactionType: type,
    type: transactionTypes[type].number,
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
    ...own,
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
