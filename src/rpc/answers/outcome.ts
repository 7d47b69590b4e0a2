import { display } from '../../base/hex/display.js'
import { nearest } from '../../base/hex/nearest.js'
import { type StateSelector, selectorText } from '../../base/hex/parse.js'

/** Outcome of a method: a result or an error. */
export type Answer<value = unknown> =
  | { type: 'result'; value: value }
  | { type: 'error'; error: RpcError }

/** Outcome of a request; only doors throw it or build a Response from it. */
export type Outcome =
  | Answer
  | {
      type: 'http'
      status: number
      /** The text to send, or an error that the door turns into a response. */
      body: string | RpcError
      headers: Record<string, string>
    }
  /** Without a connection: by a fault, by dispose, or as it was aborted. */
  | { type: 'network' }

/** The error object of a JSON-RPC response. */
export type RpcError = { code: number; message: string; data?: unknown }

/** The request itself is malformed. */
export function invalidRequest(reason: string): RpcError {
  return { code: -32600, message: `Invalid request: ${reason}` }
}

/** As Optimism's proxyd answers a batch of too many requests. */
export const batchTooLong: RpcError = {
  code: -32014,
  message: 'too many RPC calls in batch request',
}

/** The method is not served; `data` lists those that are. */
export function methodNotFound(
  method: string,
  advice: string,
  served: readonly string[],
  /** The names of which it may be a misspelling. */
  meanings = served,
): RpcError {
  const meant = nearest(method, meanings)
  const remedy = meant === undefined ? `${advice}.` : `Did you mean "${meant}"?`
  return {
    code: -32601,
    message: `Method not found: ${display(method)}. ${remedy} The error's data lists what is served.`,
    data: { methods: [...served] },
  }
}

/** A parameter is missing, malformed or one too many. */
export function invalidParams(message: string): RpcError {
  return { code: -32602, message }
}

/** @param place - The parameter's, from 1. */
export function malformedParam(
  place: number,
  name: string,
  given: string | number,
  expected: string,
): RpcError {
  return invalidParams(
    `Invalid parameter ${place} "${name}": given ${given}, expected ${expected}`,
  )
}

/** State is read at a block that is not held. */
function blockNotFound(selector: string): RpcError {
  return { code: -32001, message: `block not found: ${selector}` }
}

/** There is a block, and not what is asked of it (EIP-1474). */
export function resourceNotFound(message: string): RpcError {
  return { code: -32001, message }
}

/** The chain, or a handler, refuses to answer. */
export function serverError(message: string): RpcError {
  return { code: -32000, message }
}

/** A fault of preseal itself. */
export function internalError(message: string): RpcError {
  return { code: -32603, message: `Internal error: ${message}` }
}

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

type Promised = { type: 'result'; value: Promise<unknown> }

export function isPromised(outcome: Outcome): outcome is Promised {
  return outcome.type === 'result' && outcome.value instanceof Promise
}

/** The outcome that a handler's promise stands for. */
export async function outcomeOfPromise(
  value: Promise<unknown>,
): Promise<Outcome> {
  try {
    return { type: 'result', value: await value }
  } catch (error) {
    return { type: 'error', error: error as RpcError }
  }
}
