import {
  decodeEnvelope,
  hashEnvelope,
  legacyChainId,
  recoverSender,
} from '../../base/codec/envelope.js'
import type { Field } from '../../base/codec/field.js'
import {
  type EnvelopeType,
  envelopeFields,
  envelopeTypes,
  type FieldValues,
  listedFields,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import { unreadable, type Wire } from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Hash,
  type Hex,
  parseData,
  toBytes,
  toQuantity,
} from '../../base/hex/hex.js'

/** A transaction of the stream, before a block gives it its place. */
export type StreamTransaction = {
  readonly hash: Hash
  /** EIP-2718 bytes */
  readonly envelope: Uint8Array
  /** As JSON-RPC has it, without what its block says of it. */
  readonly wire: Wire
}

const signedNumbers = envelopeTypes
  .map((type) => transactionTypes[type])
  .filter(({ signature }) => signature.length > 0)
  .map(({ number }) => number)
const expected = `the envelope of a signed transaction of type ${signedNumbers[0]} to ${signedNumbers.at(-1)}, or of a deposit`

/**
 * Decodes an envelope, and recovers the sender from its signature.
 *
 * @throws InvalidParametersError if no transaction has these bytes.
 */
export function decodeTransaction(
  given: unknown,
  path: string,
): StreamTransaction {
  const raw = parseData(given)
  if (raw.ok) {
    const envelope = toBytes(raw.value)
    const wire = toWire(envelope)
    if (wire) return { hash: hashEnvelope(envelope), envelope, wire }
  }
  throw unreadable(path, display(given), expected)
}

/** Both the codec and noble throw if there is no transaction. */
function toWire(envelope: Uint8Array): Wire | undefined {
  try {
    const transaction = decodeEnvelope(envelope)
    const { type } = transaction
    const { number } = transactionTypes[type]
    const fields = writeListed(type, transaction)
    // A deposit is not signed: fields as op-geth's `newRPCTransaction` has
    // them.
    if (transaction.type === 'deposit')
      return {
        type: number,
        nonce: '0x0',
        ...fields,
        v: '0x0',
        r: '0x0',
        s: '0x0',
      }
    const chainId = legacyChainId(transaction)
    return {
      type: number,
      ...(chainId !== undefined && { chainId: toQuantity(chainId) }),
      from: recoverSender(transaction),
      ...fields,
      v: (fields.v ?? fields.yParity) as Hex,
    }
  } catch {
    return undefined
  }
}

/** Writes the fields that an envelope lists, by the names of JSON-RPC. */
function writeListed(type: EnvelopeType, values: Partial<FieldValues>): Wire {
  const wire: { [field: string]: unknown } = {}
  for (const name of listedFields(type)) {
    const field: Field<unknown, unknown> = envelopeFields[name]
    const written = field.write(values[name])
    if (written !== undefined) wire[field.wireName] = written
  }
  return wire
}
