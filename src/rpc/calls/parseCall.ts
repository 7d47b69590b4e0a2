import { type Hex, toWord } from '../../base/hex/hex.js'
import {
  type Parsed,
  parseAddress,
  parseData,
  refuse,
} from '../../base/hex/parse.js'
import type { CallRequest } from '../../chain/calls/callRequest.js'
import type { AccessListItem, Authorization } from '../../engine/engine.js'
import {
  type Fields,
  fieldsOf,
  listOf,
  parseAmount,
  parseCount,
  parseHashes,
  take,
  unlessRefused,
} from './fields.js'

/** The object of a call, in geth's names; others are left alone, as there. */
export function parseCall(given: unknown): Parsed<CallRequest> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'a call as an object { from?, to?, data?, … }')
  take(fields, 'type', parseAmount)
  const data = take(fields, 'data', parseData)
  const input = take(fields, 'input', parseData)
  const gasPrice = take(fields, 'gasPrice', parseAmount)
  const maxFeePerGas = take(fields, 'maxFeePerGas', parseAmount)
  const maxPriorityFeePerGas = take(fields, 'maxPriorityFeePerGas', parseAmount)
  return unlessRefused(fields, {
    from: take(fields, 'from', parseAddress),
    to: take(fields, 'to', parseAddress),
    gas: take(fields, 'gas', parseCount),
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    value: take(fields, 'value', parseAmount) ?? 0n,
    data: input ?? data ?? '0x',
    nonce: take(fields, 'nonce', parseCount),
    chainId: take(fields, 'chainId', parseAmount),
    accessList: take(fields, 'accessList', parseAccessList),
    authorizationList: take(fields, 'authorizationList', parseAuthorizations),
    maxFeePerBlobGas: take(fields, 'maxFeePerBlobGas', parseAmount),
    blobVersionedHashes: take(fields, 'blobVersionedHashes', parseHashes),
    contradiction: contradictionOf(
      data !== undefined && input !== undefined && data !== input,
      gasPrice !== undefined &&
        (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined),
    ),
  })
}

/** In the words of geth's `TransactionArgs`. */
function contradictionOf(
  haveTwoInputs: boolean,
  haveTwoPrices: boolean,
): string | undefined {
  if (haveTwoInputs)
    return 'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data'
  return haveTwoPrices
    ? 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
    : undefined
}

const parseAccessList = listOf(parseListed, 'objects { address, storageKeys }')

function parseListed(given: unknown): Parsed<AccessListItem> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(given, 'an object { address, storageKeys }')
  const address = need(fields, 'address', parseAddress)
  const storageKeys = take(fields, 'storageKeys', parseHashes) ?? []
  return unlessRefused(fields, { address, storageKeys })
}

const parseAuthorizations = listOf(
  parseAuthorization,
  'authorizations { chainId, address, nonce, yParity, r, s }',
)

function parseAuthorization(given: unknown): Parsed<Authorization> {
  const fields = fieldsOf(given)
  if (fields === undefined)
    return refuse(
      given,
      'an authorization { chainId, address, nonce, yParity, r, s }',
    )
  return unlessRefused(fields, {
    chainId: need(fields, 'chainId', parseAmount),
    address: need(fields, 'address', parseAddress),
    nonce: need(fields, 'nonce', parseCount),
    yParity: need(fields, 'yParity', parseParity),
    r: need(fields, 'r', parseScalar),
    s: need(fields, 's', parseScalar),
  })
}

function parseParity(given: unknown): Parsed<number> {
  const parsed = parseCount(given)
  return parsed.ok && parsed.value < 256n
    ? { ok: true, value: Number(parsed.value) }
    : refuse(given, '0x0 or 0x1')
}

/** Clients write it as a quantity or as 32 bytes. */
function parseScalar(given: unknown): Parsed<Hex> {
  return typeof given === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(given)
    ? { ok: true, value: toWord(BigInt(given)) }
    : refuse(given, 'at most 32 bytes as hex')
}

/** A field that cannot be left out; what is returned then is never used. */
function need<value>(
  fields: Fields,
  name: string,
  parse: (given: unknown) => Parsed<value>,
): value {
  const value = take(fields, name, parse)
  if (value === undefined) {
    const parsed = parse(fields.given[name] ?? undefined)
    if (!parsed.ok)
      fields.refused ??= {
        ...parsed,
        expected: `"${name}" as ${parsed.expected}`,
      }
  }
  return value as value
}
