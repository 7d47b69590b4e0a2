import { type StateSelector, selectorText } from '../../base/hex/selector.js'
import { blockNotFound, type RpcError, serverError } from './outcome.js'

export function result<value>(value: value) {
  return { type: 'result', value } as const
}

/** A refusal that a real node words in its own way. */
export function refused(message: string) {
  return failed(serverError(message))
}

export function notFound(selector: StateSelector) {
  return failed(blockNotFound(selectorText(selector)))
}

export function failed(error: RpcError) {
  return { type: 'error', error } as const
}
