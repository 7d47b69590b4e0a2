import {
  askedFields,
  readTransactionObject,
} from '../../base/codec/transactionObject.js'
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
import type {
  AskedTransaction,
  Sending,
} from '../../chain/model/transaction.js'
import { invalidParams, type RpcError } from '../answers/outcome.js'
import type { SendSync } from '../view/answering.js'

/** ms, and how they were written. */
export type Timeout = { readonly ms: number; readonly as: 'hex' | 'number' }

/** How long a request asks to wait. */
export function parseTimeout(given: unknown): Result<Timeout> {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0)
    return { ok: true, value: { ms: given, as: 'number' } }
  const parsed = parseQuantity(given)
  return parsed.ok
    ? { ok: true, value: { ms: Number(parsed.value), as: 'hex' } }
    : refuse(given, 'ms as hex or as a number')
}

/** ms for which a request waits, as far as the chain allows it. */
export function waitFor(
  asked: Timeout | undefined,
  { defaultTimeout, maxTimeout, beyondMax, timeoutEncoding }: SendSync,
): number | RpcError {
  if (asked === undefined) return defaultTimeout
  const { ms, as } = asked
  if (timeoutEncoding !== 'any' && timeoutEncoding !== as)
    return refused(
      as === 'hex' ? `0x${ms.toString(16)}` : ms,
      forms[timeoutEncoding],
    )
  if (ms > maxTimeout && beyondMax === 'refused')
    return refused(ms, `ms up to ${maxTimeout}`)
  return Math.min(ms, maxTimeout)
}

const forms = { hex: 'ms as hex', number: 'ms as a number' }

function refused(given: string | number, expected: string): RpcError {
  return invalidParams(
    `Invalid parameter 2 "timeout": given ${given}, expected ${expected}`,
  )
}

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

/**
 * The result of a method that writes: a transaction to send. The owner of the
 * chain sends it; the outcome of that is the request's answer.
 */
export type Write =
  | {
      readonly type: 'send'
      readonly sending: Sending
      /** ms for which the answer waits for its receipt, if it does. */
      readonly wait?: number | undefined
    }
  | { readonly type: 'error'; readonly error: RpcError }
