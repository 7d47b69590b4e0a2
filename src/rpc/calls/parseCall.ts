import { readTransactionObject } from '../../base/codec/json/readTransactionObject.js'
import {
  parseHashes,
  parseWire,
  readField,
  readItems,
  readOptional,
  type Wire,
} from '../../base/codec/wire.js'
import { type Hex, toWord } from '../../base/hex/hex.js'
import { parseAddress, type Result, refuse } from '../../base/hex/parse.js'
import type { CallRequest } from '../../chain/calls/callRequest.js'
import type { AccessListItem, Authorization } from '../../engine/engine.js'
import { parseAmount, parseCount } from './fields.js'

/** The object of a call, in geth's names; others are left alone, as there. */
export function parseCall(given: unknown): Result<CallRequest> {
  return parseWire(given, 'a call as an object { from?, to?, data?, … }', read)
}

/** @throws InvalidParametersError naming the first field that is malformed. */
function read(wire: Wire): Result<CallRequest> {
  const { fields, hasTwoInputs } = readTransactionObject(
    wire,
    'transaction',
    callFields,
  )
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields
  return {
    ok: true,
    value: {
      from: fields.from,
      to: fields.to,
      gas: fields.gas,
      gasPrice,
      maxFeePerGas,
      maxPriorityFeePerGas,
      value: fields.value ?? 0n,
      data: fields.data ?? '0x',
      nonce: fields.nonce,
      chainId: fields.chainId,
      accessList: fields.accessList,
      authorizationList: fields.authorizationList,
      maxFeePerBlobGas: fields.maxFeePerBlobGas,
      blobVersionedHashes: fields.blobVersionedHashes,
      contradiction: contradictionOf(
        hasTwoInputs,
        gasPrice !== undefined &&
          (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined),
      ),
    },
  }
}

/** Geth takes no leading zeros here, and as much as its own types hold. */
const callFields = {
  type: field('type', parseAmount),
  from: field('from', parseAddress),
  to: field('to', parseAddress),
  gas: field('gas', parseCount),
  gasPrice: field('gasPrice', parseAmount),
  maxFeePerGas: field('maxFeePerGas', parseAmount),
  maxPriorityFeePerGas: field('maxPriorityFeePerGas', parseAmount),
  value: field('value', parseAmount),
  nonce: field('nonce', parseCount),
  chainId: field('chainId', parseAmount),
  accessList: items('accessList', readListed),
  authorizationList: items('authorizationList', readAuthorization),
  maxFeePerBlobGas: field('maxFeePerBlobGas', parseAmount),
  blobVersionedHashes: field('blobVersionedHashes', parseHashes),
}

function field<value>(name: string, parse: (given: unknown) => Result<value>) {
  return {
    read: (wire: Wire, path: string) => readField(wire, path, name, parse),
  }
}

function items<value>(
  name: string,
  readItem: (item: Wire, path: string) => value,
) {
  return {
    read: (wire: Wire, path: string) =>
      readItems(wire, path, name).map((item, index) =>
        readItem(item, `${path}.${name}[${index}]`),
      ),
  }
}

function readListed(item: Wire, path: string): AccessListItem {
  return {
    address: readField(item, path, 'address', parseAddress),
    storageKeys: readOptional(item, path, 'storageKeys', parseHashes) ?? [],
  }
}

function readAuthorization(item: Wire, path: string): Authorization {
  return {
    chainId: readField(item, path, 'chainId', parseAmount),
    address: readField(item, path, 'address', parseAddress),
    nonce: readField(item, path, 'nonce', parseCount),
    yParity: readField(item, path, 'yParity', parseParity),
    r: readField(item, path, 'r', parseScalar),
    s: readField(item, path, 's', parseScalar),
  }
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

function parseParity(given: unknown): Result<number> {
  const parsed = parseCount(given)
  return parsed.ok && parsed.value < 256n
    ? { ok: true, value: Number(parsed.value) }
    : refuse(given, '0x0 or 0x1')
}

/** Clients write it as a quantity or as 32 bytes. */
function parseScalar(given: unknown): Result<Hex> {
  return typeof given === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(given)
    ? { ok: true, value: toWord(BigInt(given)) }
    : refuse(given, 'at most 32 bytes as hex')
}
