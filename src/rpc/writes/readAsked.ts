import { leastType } from '../../base/codec/transactionObject.js'
import {
  scriptedTypes,
  type TransactionType,
  transactionTypes,
} from '../../base/codec/transactionTypes.js'
import type { AskedTransaction } from '../../chain/model/transaction.js'
import {
  invalidParams,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import { notSupported } from './readEnvelope.js'
import type { TransactionObject } from './transactionParameters.js'

export type ReadAsked =
  | { readonly ok: true; readonly parameters: AskedTransaction }
  | { readonly ok: false; readonly error: RpcError }

/** The rules between the fields of a transaction object, in geth's words. */
export function readAsked(
  { type: number, chainId, hasBlobs, ...fields }: TransactionObject,
  own: number,
): ReadAsked {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip } = fields
  if (chainId !== undefined && chainId !== own)
    return refused(
      invalidParams(
        `chainId does not match node's (have=${chainId}, want=${own})`,
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
  const asked = number === undefined ? leastType(fields) : typeNumbered(number)
  if (asked === undefined)
    return refused(serverError(notSupported(number as string)))
  const known: readonly string[] = transactionTypes[asked].fields
  // geth's `TransactionArgs` have no type: the fields decide.
  const fits = own7702.every(
    (name) => fields[name] === undefined || known.includes(name),
  )
  return {
    ok: true,
    parameters: { ...fields, type: fits ? asked : leastType(fields) },
  }
}

const own7702 = [
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accessList',
  'authorizationList',
] as const

function typeNumbered(number: string): TransactionType | undefined {
  return scriptedTypes.find(
    (type) => type !== 'deposit' && transactionTypes[type].number === number,
  )
}

function refused(error: RpcError): ReadAsked {
  return { ok: false, error }
}
