import { isPresealError } from '../base/errors/errors.js'
import { internalError, type RpcError, serverError } from './answers/outcome.js'
import { reason } from './readRequest.js'

/** The answer if something threw: by its name on purpose, or by mistake. */
export function failure(thrown: unknown): { type: 'error'; error: RpcError } {
  const message = reason(thrown)
  const error = isPresealError(thrown)
    ? serverError(message)
    : internalError(message)
  return { type: 'error', error }
}
