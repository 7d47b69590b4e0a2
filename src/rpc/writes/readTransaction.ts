import {
  askedFields,
  readTransactionObject,
} from '../../base/codec/json/readTransactionObject.js'
import {
  isGiven,
  parseWire,
  readField,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import { type Address, toQuantity } from '../../base/hex/hex.js'
import {
  parseAddress,
  parseQuantity,
  type Result,
  refuse,
} from '../../base/hex/parse.js'
import type { AskedTransaction } from '../../chain/model/transaction.js'

/** A transaction object of JSON-RPC, without the rules between its fields. */
export type TransactionObject = Omit<AskedTransaction, 'type' | 'from'> & {
  readonly from: Address
  /** As it was given, since what is not known is refused by name. */
  readonly type: string | undefined
  readonly chainId: number | undefined
  /** Whether a field of blob transactions is there. */
  readonly hasBlobs: boolean
}

/** Reads the parameter of `eth_sendTransaction`. */
export function parseTransactionObject(
  given: unknown,
): Result<TransactionObject> {
  return parseWire(given, 'an object such as { from, to }', readObject)
}

/** @throws InvalidParametersError naming the first field that is malformed. */
function readObject(wire: Wire): Result<TransactionObject> {
  const path = 'transaction'
  const { fields, hasTwoInputs } = readTransactionObject(
    wire,
    path,
    askedFields,
  )
  if (hasTwoInputs)
    return {
      ok: false,
      given: `${path}.data ${display(wire.data)}`,
      expected:
        'what "input" is: both "data" and "input" are set and not equal',
    }
  if (!Number.isSafeInteger(fields.nonce ?? 0))
    return refuse(wire.nonce, '"nonce" below 2^53')
  const type = readOptional(wire, path, 'type', parseQuantity)
  return {
    ok: true,
    value: {
      ...fields,
      // If it is missing, this says so.
      from: fields.from ?? readField(wire, path, 'from', parseAddress),
      type: type === undefined ? undefined : toQuantity(type),
      chainId: fields.chainId,
      hasBlobs: isGiven(wire, 'blobVersionedHashes') || isGiven(wire, 'blobs'),
    },
  }
}
