import type { AskedTransaction } from '../../chain/mempool/sending.js'
import { envelopeFields, type FieldName } from '../../codec/transactionTypes.js'
import {
  isWire,
  readField,
  UnreadableFieldError,
  type Wire,
} from '../../codec/wire.js'
import { display } from '../../hex/display.js'
import { type Address, toQuantity } from '../../hex/hex.js'
import { type Parsed, parseQuantity, refuse } from '../../hex/parse.js'

/** A transaction object of JSON-RPC, without the rules between its fields. */
export type TransactionObject = Omit<AskedTransaction, 'type' | 'from'> & {
  readonly from: Address
  /** As it was given, since what is not known is refused by name. */
  readonly type: string | undefined
  readonly chainId: number | undefined
  /** Whether a field of blob transactions is there. */
  readonly hasBlobs: boolean
}

/** Null is left out, as web3.js and wallets have it. */
const optional = [
  'to',
  'value',
  'nonce',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accessList',
  'authorizationList',
  'chainId',
] as const satisfies readonly FieldName[]

/** Reads the parameter of `eth_sendTransaction`. */
export function parseTransactionObject(
  given: unknown,
): Parsed<TransactionObject> {
  if (!isWire(given)) return refuse(given, 'an object such as { from, to }')
  try {
    const fields = Object.fromEntries(
      optional
        .filter((name) => isGiven(given, envelopeFields[name].wireName))
        .map((name) => [name, envelopeFields[name].read(given, 'transaction')]),
    )
    const { nonce = 0 } = fields as { nonce?: number }
    if (!Number.isSafeInteger(nonce))
      return refuse(given.nonce, '"nonce" below 2^53')
    const data = readData(given)
    return {
      ok: true,
      value: {
        ...fields,
        ...(data !== undefined && { data }),
        from: envelopeFields.from.read(given, 'transaction'),
        type: readType(given),
        chainId: fields.chainId as number | undefined,
        hasBlobs:
          isGiven(given, 'blobVersionedHashes') || isGiven(given, 'blobs'),
      } as TransactionObject,
    }
  } catch (error) {
    const { given, expected } = error as UnreadableFieldError
    return { ok: false, given, expected }
  }
}

function isGiven(wire: Wire, field: string): boolean {
  return wire[field] !== undefined && wire[field] !== null
}

/** Both names are in use; geth refuses two that differ. */
function readData(wire: Wire) {
  const [input, data] = ['input', 'data'].map((wireName) =>
    isGiven(wire, wireName)
      ? envelopeFields.data.read({ input: wire[wireName] }, 'transaction')
      : undefined,
  )
  if (input !== undefined && data !== undefined && input !== data)
    throw new UnreadableFieldError(
      'transaction.data',
      display(wire.data),
      'what "input" is: both "data" and "input" are set and not equal',
    )
  return input ?? data
}

function readType(wire: Wire): string | undefined {
  if (!isGiven(wire, 'type')) return undefined
  return toQuantity(readField(wire, 'transaction', 'type', parseQuantity))
}
