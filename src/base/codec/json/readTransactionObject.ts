import { envelopeFields, type FieldValues } from '../transactionTypes.js'
import type { UnreadableFieldError, Wire } from '../wire.js'

/** What an object that asks for a transaction may have beside its data. */
const names = [
  'from',
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
] as const satisfies readonly (keyof FieldValues)[]

type AskedFields = Partial<Pick<FieldValues, (typeof names)[number] | 'data'>>

/**
 * Reads the fields of the object by which JSON-RPC asks for a transaction. Null
 * is left out, as web3.js and wallets have it.
 *
 * @param refuseTwoInputs - Both names of the data are in use, and whoever reads
 * refuses two that differ in words of its own.
 * @throws UnreadableFieldError naming the first field that is malformed.
 */
export function readTransactionObject(
  wire: Wire,
  path: string,
  refuseTwoInputs: () => UnreadableFieldError,
): AskedFields {
  const fields = names
    .filter((name) => isGiven(wire, envelopeFields[name].wireName))
    .map((name) => [name, envelopeFields[name].read(wire, path)])
  const [input, data] = ['input', 'data'].map((name) =>
    isGiven(wire, name)
      ? envelopeFields.data.read({ input: wire[name] }, path)
      : undefined,
  )
  if (input !== undefined && data !== undefined && input !== data)
    throw refuseTwoInputs()
  const one = input ?? data
  return {
    ...Object.fromEntries(fields),
    ...(one !== undefined && { data: one }),
  }
}

/** Whether a field is there. */
export function isGiven(wire: Wire, field: string): boolean {
  return wire[field] !== undefined && wire[field] !== null
}
