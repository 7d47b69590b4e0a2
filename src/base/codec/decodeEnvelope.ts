import { decodeFields } from './field.js'
import { decodeRlp } from './rlp.js'
import {
  type EnvelopeType,
  envelopeFields,
  envelopeTypes,
  type FieldValues,
  type ListedField,
  listedFields,
  transactionTypes,
} from './transactionTypes.js'

/** The fields that an envelope lists, its signature too. */
export type EnvelopeTransaction = {
  [type in EnvelopeType]: { readonly type: type } & Pick<
    FieldValues,
    ListedField<type>
  >
}[EnvelopeType]

/**
 * Reads what `encodeEnvelope` writes, from those bytes alone: no number with
 * leading zeros, no field more or less, nothing behind.
 *
 * @throws RangeError if no transaction has these bytes.
 */
export function decodeEnvelope(envelope: Uint8Array): EnvelopeTransaction {
  const type = typeOf(envelope)
  const list = decodeRlp(type === 'legacy' ? envelope : envelope.subarray(1))
  const values = decodeFields(envelopeFields, listedFields(type), list)
  return { type, ...values } as EnvelopeTransaction
}

/** By EIP-2718, a list, which begins no lower than 0xc0, is a legacy one. */
function typeOf([first = 0]: Uint8Array): EnvelopeType {
  if (first >= 0xc0) return 'legacy'
  const type = envelopeTypes.find(
    (type) =>
      type !== 'legacy' && Number(transactionTypes[type].number) === first,
  )
  if (type !== undefined) return type
  throw new RangeError(`No transaction has the type 0x${first.toString(16)}.`)
}
