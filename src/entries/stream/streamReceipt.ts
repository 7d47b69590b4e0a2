import { readLogs } from '../../base/codec/encodeWire.js'
import type { Log } from '../../base/codec/envelope.js'
import {
  isWire,
  readField,
  readOptional,
  unreadable,
  type Wire,
} from '../../base/codec/wire.js'
import type { Hash } from '../../base/hex/hex.js'
import { parseHash, parseQuantity } from '../../base/hex/parse.js'
import { parseObject } from './parseObject.js'

/** The stream's part of a receipt; the rest follows from the block. */
export type StreamReceipt = {
  readonly status: bigint
  readonly cumulativeGasUsed: bigint
  readonly logs: readonly Log[]
  readonly depositNonce: bigint | undefined
  readonly depositReceiptVersion: bigint | undefined
}

/**
 * Reads the receipts of a message, by the hash of their transaction; none
 * if the metadata does not have them.
 *
 * @throws InvalidParametersError naming the field by its path.
 */
export function readReceipts(
  metadata: Wire,
  path: string,
): ReadonlyMap<Hash, StreamReceipt> {
  const given = readOptional(metadata, path, 'receipts', parseObject) ?? {}
  return new Map(
    Object.keys(given).map((key) => {
      const at = `${path}.receipts`
      const hash = parseHash(key)
      if (!hash.ok)
        throw unreadable(at, `keyed by ${hash.given}`, hash.expected)
      const receipt = readField(given, at, key, parseObject)
      return [hash.value, readReceipt(unwrap(receipt), `${at}.${key}`)]
    }),
  )
}

/** Older builders wrap a receipt in its type: `{ Eip1559: { … } }`. */
function unwrap(receipt: Wire): Wire {
  const [inner, ...others] = Object.values(receipt)
  return isWire(inner) && others.length === 0 ? inner : receipt
}

function readReceipt(wire: Wire, path: string): StreamReceipt {
  const optional = (field: string) =>
    readOptional(wire, path, field, parseQuantity)
  return {
    status: readField(wire, path, 'status', parseQuantity),
    cumulativeGasUsed: readField(
      wire,
      path,
      'cumulativeGasUsed',
      parseQuantity,
    ),
    logs: readLogs(wire, path),
    depositNonce: optional('depositNonce'),
    depositReceiptVersion: optional('depositReceiptVersion'),
  }
}
