import type { UnreadableFieldError } from '../../../base/codec/wire.js'
import { PresealError } from '../../../base/errors/errors.js'
import type { Outcome } from '../../../rpc/answers/outcome.js'

/** Ends a request early; it never leaves the wallet. */
export function rpcError(code: number, message: string): EndedError {
  return new EndedError({ type: 'error', error: { code, message } })
}

/** As with JSON-RPC itself: a parameter is malformed. */
export function invalidParameter(
  position: number,
  name: string,
  given: string,
  expected: string,
): EndedError {
  return rpcError(
    -32602,
    `Invalid parameter ${position} "${name}": given ${given}, expected ${expected}`,
  )
}

/** The same, of something within it. */
export function malformed(
  position: number,
  name: string,
  { message }: UnreadableFieldError,
): EndedError {
  return rpcError(-32602, `Invalid parameter ${position} "${name}": ${message}`)
}

/** How a request ends, thrown from within it. */
export class EndedError extends PresealError {
  override readonly name = 'EndedError'
  readonly outcome: Exclude<Outcome, { type: 'result' }>

  constructor(outcome: Exclude<Outcome, { type: 'result' }>) {
    super(outcome.type === 'error' ? outcome.error.message : outcome.type)
    this.outcome = outcome
  }
}
