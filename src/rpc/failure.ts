import { isPresealError } from '../base/errors/errors.js'
import { reason } from '../base/hex/reason.js'
import { internalError, type RpcError, serverError } from './answers/outcome.js'

/** The answer if something threw: by its name on purpose, or by mistake. */
export function failure(thrown: unknown): { type: 'error'; error: RpcError } {
  const message = reason(thrown)
  const error = isPresealError(thrown)
    ? serverError(message)
    : internalError(message)
  return { type: 'error', error }
}
