import {
  askedFields,
  leastType,
  readTransactionObject,
} from '../../base/codec/transactionTypes.js'
import { isGiven, parseWire, type Wire } from '../../base/codec/wire.js'
import { display } from '../../base/hex/display.js'
import {
  type Address,
  parseAddress,
  parseQuantity,
  type Result,
  refuse,
} from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type {
  AskedTransaction,
  Sending,
} from '../../chain/model/transaction.js'
import {
  invalidParams,
  malformedParam,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import type { SendSync, View } from '../view/view.js'

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
    return refusedTimeout(
      as === 'hex' ? `0x${ms.toString(16)}` : ms,
      forms[timeoutEncoding],
    )
  if (ms > maxTimeout && beyondMax === 'refused')
    return refusedTimeout(ms, `ms up to ${maxTimeout}`)
  return Math.min(ms, maxTimeout)
}

const forms = { hex: 'ms as hex', number: 'ms as a number' }

function refusedTimeout(given: string | number, expected: string): RpcError {
  return malformedParam(2, 'timeout', given, expected)
}

/** A transaction object of JSON-RPC, without the rules between its fields. */
type TransactionObject = Omit<AskedTransaction, 'type' | 'from'> & {
  readonly from?: Address | undefined
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
  return {
    ok: true,
    value: {
      ...fields,
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

type ReadAsked =
  | { readonly ok: true; readonly parameters: AskedTransaction }
  | { readonly ok: false; readonly error: RpcError }

/** The rules between the fields of a transaction object, in geth's words. */
export function readAsked(
  { chainId, hasBlobs, from: sender, ...fields }: TransactionObject,
  { chain: { config }, answering, senders }: View,
): ReadAsked {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip } = fields
  const from = parseAddress(sender ?? answering.defaultFrom)
  if (!from.ok)
    return refused(
      malformedParam(
        1,
        'transaction',
        'transaction.from missing',
        from.expected,
      ),
    )
  if (answering.senders === 'known' && senders?.has(from.value) === false)
    return refused(serverError(`unknown account ${checksum(from.value)}`))
  if (chainId !== undefined && chainId !== config.chainId)
    return refused(
      invalidParams(
        `chainId does not match node's (have=${chainId}, want=${config.chainId})`,
      ),
    )
  const isDynamic = maxFeePerGas !== undefined || tip !== undefined
  if (gasPrice !== undefined && isDynamic)
    return refused(
      serverError(
        'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
      ),
    )
  if ((fields.to ?? null) === null && (fields.data ?? '0x') === '0x')
    return refused(serverError('contract creation without any data provided'))
  if (hasBlobs) return refused(serverError(notSupported('0x3')))
  // geth's `TransactionArgs` have no type: the fields decide.
  const type = leastType(fields)
  return { ok: true, parameters: { ...fields, from: from.value, type } }
}

function refused(error: RpcError): ReadAsked {
  return { ok: false, error }
}

const names: { readonly [number: string]: string } = {
  '0x3': ', a blob transaction (EIP-4844)',
  '0x76': ", Tempo's own",
  '0x7e': ', a deposit, which no wallet sends',
}

/** viem knows the older words, which stand in brackets. */
export function notSupported(number: string): string {
  return `transaction type not supported (transaction type not valid on this chain): ${number}${names[number] ?? ''}. Send one of type 0x0, 0x1, 0x2 or 0x4.`
}
