import { PresealError } from '../../base/errors/errors.js'
import type { Address } from '../../base/hex/hex.js'
import type { CallContext } from '../../chain/calls/callContext.js'
import type { CallRequest } from '../../chain/calls/callRequest.js'
import { stateReader } from '../../chain/execution/executeMessage.js'
import type { Execution } from '../../engine/engine.js'

/** A selector, by which a function is called. */
const selectorLength = 10

/** P256VERIFY. */
const lastPrecompile = 0x100n

/**
 * Nodes answer the call of a function with `0x` where no contract is, and
 * clients then say anything but that: mostly a contract that was not given.
 *
 * @throws NoCodeError if a function was called and there is none.
 */
export function assertCode(
  { config, state }: CallContext,
  { to, data }: CallRequest,
  { output }: Execution,
): void {
  if (output !== '0x' || !to || data.length < selectorLength) return
  // Precompiles have no code, and may have nothing to say.
  if (BigInt(to) <= lastPrecompile) return
  if (stateReader(config, state).code(to) !== '0x') return
  throw noCodeError(to, data.slice(0, selectorLength))
}

function noCodeError(
  to: Address,
  selector: string,
): PresealError<'NoCodeError'> {
  return new PresealError(
    'NoCodeError',
    `${to} has no code, and was called with the selector ${selector}. Add the contract with the option "contracts" or node.setContract, or call the address that has it.`,
  )
}
