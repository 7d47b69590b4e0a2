import { isPresealError, PresealError } from '../../base/errors/errors.js'
import { startAtCaller } from '../../base/errors/stack.js'
import type { Address } from '../../index.js'
import { Reverted } from './reverted.js'

/** An error of a function that is no revert: a mistake of its author. */
export function blame(address: Address, name: string, error: unknown): unknown {
  if (error instanceof Reverted) return error
  const isVerb = isPresealError(error) && error.name === 'ReentrantCallError'
  // Unknown state, or code that nobody runs, is no fault of the function.
  if (isPresealError(error) && !isVerb) return error
  const isError = error instanceof Error
  const what = isError ? `${error.name}: ${error.message}` : `${error}`
  const at = isError ? placeOf(error) : ''
  const threw = `${name} of the contract ${address} threw ${what.replace(/\.$/, '')}${at}.`
  return new PresealError(
    'ContractFunctionError',
    isVerb ? threw : `${threw} To revert instead, call revert.`,
    { cause: error },
  )
}

/** A function whose ABI lets it only read tried to write, by `writing`. */
export function writesInView({
  address,
  name,
  mutability,
  writing,
}: {
  readonly address: Address
  readonly name: string
  readonly mutability: string
  readonly writing: unknown
}): PresealError<'ContractFunctionError'> {
  const here = new Error()
  startAtCaller(here, writing)
  return new PresealError(
    'ContractFunctionError',
    `${name} of the contract ${address} writes, but its ABI says ${mutability}${placeOf(here)}. Do not write in it, or remove ${mutability} from its ABI.`,
  )
}

/** The user's line: if a package threw, the line that called it says more. */
function placeOf({ stack }: Error): string {
  const lines = `${stack}`.match(/^\s+at .+$/gm) ?? []
  const own = lines.find(
    (line) => !/[\\/]node_modules[\\/]|<anonymous>\)|\bnode:/.test(line),
  )
  return own === undefined ? '' : ` (at ${own.trim().slice(3)})`
}
