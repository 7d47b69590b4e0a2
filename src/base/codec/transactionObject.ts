import type { Hex } from '../hex/hex.js'
import { parseData } from '../hex/parse.js'
import { envelopeFields } from './transactionTypes.js'
import { isGiven, readOptional, type Wire } from './wire.js'

type Given = {
  readonly gasPrice?: unknown
  readonly accessList?: unknown
  readonly authorizationList?: unknown
}

/** As geth chooses: the least type that has the fields that are given. */
export function leastType({ gasPrice, accessList, authorizationList }: Given) {
  if (authorizationList !== undefined) return 'eip7702'
  if (gasPrice === undefined) return 'eip1559'
  return accessList === undefined ? 'legacy' : 'eip2930'
}

type Readable = { read(wire: Wire, path: string): unknown }

type Values<fields extends { readonly [name: string]: Readable }> = {
  readonly [name in keyof fields]?: ReturnType<fields[name]['read']>
}

/** Fields that a transaction request may have beside its data. */
export const askedFields = {
  from: envelopeFields.from,
  to: envelopeFields.to,
  value: envelopeFields.value,
  nonce: envelopeFields.nonce,
  gas: envelopeFields.gas,
  gasPrice: envelopeFields.gasPrice,
  maxFeePerGas: envelopeFields.maxFeePerGas,
  maxPriorityFeePerGas: envelopeFields.maxPriorityFeePerGas,
  accessList: envelopeFields.accessList,
  authorizationList: envelopeFields.authorizationList,
  chainId: envelopeFields.chainId,
}

/**
 * Reads the object by which JSON-RPC asks for a transaction or a call. Null is
 * left out, as web3.js and wallets have it. Both names of the data are in use;
 * two that differ are for the caller to refuse, in words of its own.
 *
 * @throws InvalidParametersError naming the first field that is malformed.
 */
export function readTransactionObject<
  fields extends { readonly [name: string]: Readable },
>(wire: Wire, path: string, fields: fields) {
  const read = Object.entries(fields)
    .filter(([name]) => isGiven(wire, name))
    .map(([name, field]) => [name, field.read(wire, path)])
  const input = readOptional(wire, path, 'input', parseData)
  const data = readOptional(wire, path, 'data', parseData)
  const one = input ?? data
  const asked: Values<fields> & { readonly data?: Hex } = Object.fromEntries(
    one === undefined ? read : [...read, ['data', one]],
  )
  return {
    fields: asked,
    hasTwoInputs: data !== undefined && data !== one,
  }
}
