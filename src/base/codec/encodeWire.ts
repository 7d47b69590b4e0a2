import {
  type Address,
  type Hash,
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  toQuantity,
} from '../hex/hex.js'
import { encodeListed } from './envelope.js'
import { readWireFields } from './field.js'
import { encodeReceipt } from './receipt.js'
import {
  type EnvelopeType,
  envelopeFields,
  envelopeTypes,
  type FieldName,
  listedFields,
  transactionTypes,
} from './transactionTypes.js'
import {
  parseHashes,
  readField,
  readItems,
  readOptional,
  unreadable,
  type Wire,
} from './wire.js'

const fieldNames = Object.keys(envelopeFields) as FieldName[]

/**
 * The envelope of a transaction in a node's JSON.
 *
 * @throws InvalidParametersError if a field is missing or its type is not
 * one of those that are known here.
 */
export function encodeWireTransaction(wire: Wire, path: string): Uint8Array {
  const type = readType(wire, path)
  const listed = new Set(listedFields(type))
  const names = fieldNames.filter((name) => listed.has(name))
  const values = readWireFields(envelopeFields, names, wire, path)
  return encodeListed(type, values, values)
}

/** A receipt in a node's JSON as it stands in the trie of receiptsRoot. */
export function encodeWireReceipt(wire: Wire, path: string): Uint8Array {
  const optional = (field: string) =>
    readOptional(wire, path, field, parseQuantity)
  const status = optional('status')
  return encodeReceipt({
    type: readType(wire, path),
    status: status === 0n ? 'reverted' : 'success',
    // Before Byzantium (EIP-658) a receipt held the state root in its place.
    postState:
      status === undefined
        ? readField(wire, path, 'root', parseHash)
        : undefined,
    cumulativeGasUsed: readField(
      wire,
      path,
      'cumulativeGasUsed',
      parseQuantity,
    ),
    logsBloom: readField(wire, path, 'logsBloom', parseData),
    logs: readLogs(wire, path),
    depositNonce: optional('depositNonce'),
    depositReceiptVersion: optional('depositReceiptVersion'),
  })
}

export function readLogs(
  wire: Wire,
  path: string,
): { address: Address; topics: Hash[]; data: Hex }[] {
  return readItems(wire, path, 'logs').map((log, index) => {
    const at = `${path}.logs[${index}]`
    return {
      address: readField(log, at, 'address', parseAddress),
      topics: readField(log, at, 'topics', parseHashes),
      data: readField(log, at, 'data', parseData),
    }
  })
}

/** Before EIP-2718 nodes gave no type. */
function readType(wire: Wire, path: string): EnvelopeType {
  const number = readOptional(wire, path, 'type', parseQuantity) ?? 0n
  const given = toQuantity(number)
  const type = envelopeTypes.find(
    (type) => transactionTypes[type].number === given,
  )
  if (type !== undefined) return type
  const numbers = envelopeTypes.map((type) => transactionTypes[type].number)
  const expected = `one of ${numbers.join(', ')}`
  throw unreadable(`${path}.type`, given, expected)
}
