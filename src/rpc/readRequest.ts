import { isPresealError } from '../base/errors/errors.js'
import { display } from '../base/hex/display.js'
import { reason } from '../base/hex/reason.js'
import { copyJson } from './answers/copyJson.js'
import {
  invalidParams,
  invalidRequest,
  type RpcError,
} from './answers/outcome.js'
import { findMethod } from './methods/methods.js'

/** A request, copied so that the caller cannot change it. */
export type ReadRequest =
  | { ok: true; method: string; params: readonly unknown[] }
  | { ok: false; error: RpcError }

const mostParameters = 1_000

/** Reads a request once, whatever its getters do, and copies it. */
export function readRequest(raw: unknown): ReadRequest {
  let method: unknown
  let params: unknown
  try {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return refused(
        invalidRequest(`given ${display(raw)}, expected { method, params? }`),
      )
    if (Object.hasOwn(raw, '__proto__'))
      return refused(invalidRequest('it has a "__proto__" key'))
    const request = raw as { method?: unknown; params?: unknown }
    method = request.method
    if (typeof method !== 'string')
      return refused(
        invalidRequest(
          `"method" is ${display(method)}, expected the method's name`,
        ),
      )
    params = request.params
    if (params === undefined) return { ok: true, method, params: [] }
    if (!Array.isArray(params))
      return refused(
        invalidParams(
          `Invalid parameters: given ${display(params)}, expected an array`,
        ),
      )
  } catch (error) {
    return refused(invalidRequest(`it cannot be read (${reason(error)})`))
  }
  return copyParams(method, params)
}

function copyParams(method: string, given: readonly unknown[]): ReadRequest {
  let params: unknown[] = []
  let index = 0
  try {
    const { length } = given
    if (length > mostParameters)
      return refused(
        invalidParams(
          `Invalid parameters: given an array of ${length}, expected at most ${mostParameters}`,
        ),
      )
    // As long as it gets: it is kept, and one that grows has room to spare.
    params = new Array(length)
    for (; index < length; index++) {
      const value = given[index]
      params[index] =
        typeof value === 'object' && value !== null
          ? copyJson(value, `params[${index}]`, 'any')
          : value
    }
  } catch (error) {
    const label = parameterLabel(method, index)
    return refused(
      invalidParams(
        isPresealError(error, 'InvalidParametersError')
          ? `Invalid ${label}: ${error.message}`
          : `Invalid ${label}: it cannot be read (${reason(error)}), expected a plain JSON value`,
      ),
    )
  }
  return { ok: true, method, params }
}

/** `parameter 1 "address"`, or without the name if none is known. */
function parameterLabel(method: string, index: number): string {
  const name = findMethod(method)?.params[index]?.name
  return `parameter ${index + 1}${name === undefined ? '' : ` "${name}"`}`
}

function refused(error: RpcError): ReadRequest {
  return { ok: false, error }
}
