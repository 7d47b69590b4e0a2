import { isPresealError, PresealError } from '../errors.js'
import type { Address } from '../index.js'
import { Reverted } from './reverted.js'

/** What a function threw that is no revert: a mistake of whoever wrote it. */
export function blame(address: Address, name: string, error: unknown): unknown {
  // What the chain does not know, or nobody runs, is no fault of the function.
  if (error instanceof Reverted || isPresealError(error)) return error
  const isError = error instanceof Error
  const what = isError ? `${error.name}: ${error.message}` : `${error}`
  const [, place] = (isError && /\n\s+at (.+)/.exec(`${error.stack}`)) || []
  const at = place === undefined ? '' : ` (at ${place})`
  return new ContractFunctionError(
    `${name} of the contract ${address} threw ${what}${at}. To revert instead, call revert.`,
    { cause: error },
  )
}

/** A function of a contract that is not there, throws, or returns nonsense. */
export class ContractFunctionError extends PresealError {
  override readonly name = 'ContractFunctionError'
}
