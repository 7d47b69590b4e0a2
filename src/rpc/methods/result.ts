import { type StateSelector, selectorText } from '../../hex/selector.js'
import { blockNotFound } from '../outcome.js'

export function result<value>(value: value) {
  return { type: 'result', value } as const
}

export function notFound(selector: StateSelector) {
  return {
    type: 'error',
    error: blockNotFound(selectorText(selector)),
  } as const
}
