import { type StateSelector, selectorText } from '../../hex/selector.js'
import { blockNotFound, serverError } from '../outcome.js'

export function result<value>(value: value) {
  return { type: 'result', value } as const
}

/** What a real node refuses in words of its own. */
export function refused(message: string) {
  return { type: 'error', error: serverError(message) } as const
}

export function notFound(selector: StateSelector) {
  return {
    type: 'error',
    error: blockNotFound(selectorText(selector)),
  } as const
}
