import { PresealError } from '../../base/errors/errors.js'
import { display, isPlain } from '../../base/hex/display.js'
import { type StateSelector, selectorText } from '../../base/hex/hex.js'
import { nearest } from '../../base/hex/nearest.js'

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

const deepest = 100
const most = 1_000_000

/** The leaves to let through: any, or those that JSON can carry. */
type Leaves = 'any' | 'json'

/**
 * A copy that shares nothing with `value`: arrays and objects by their own
 * enumerable keys, without those that are undefined.
 *
 * @throws InvalidParametersError that says at which path there is no plain JSON value.
 */
export function copyJson(
  value: unknown,
  path: string,
  leaves: Leaves,
): unknown {
  // Most values that are copied are texts.
  if (leaves === 'any' && (typeof value !== 'object' || value === null))
    return value
  return copy(value, path, { leaves, left: most, depth: 0 })
}

type Progress = { readonly leaves: Leaves; left: number; depth: number }

function copy(value: unknown, path: string, progress: Progress): unknown {
  if (typeof value !== 'object' || value === null)
    return copyLeaf(value, path, progress)
  if (progress.left-- <= 0)
    throw notJsonError(path, `one of more than ${most} values`)
  if (progress.depth === deepest)
    throw notJsonError(path, `more than ${deepest} levels deep, or a cycle`)
  progress.depth++
  const made = Array.isArray(value)
    ? copyArray(value, path, progress)
    : copyObject(value, path, progress)
  progress.depth--
  return made
}

function copyArray(
  value: readonly unknown[],
  path: string,
  progress: Progress,
): unknown[] {
  const { length } = value
  if (length > progress.left) throw notJsonError(path, `an array of ${length}`)
  const made: unknown[] = []
  for (let index = 0; index < length; index++) {
    const inner = copy(value[index], `${path}[${index}]`, progress)
    made.push(inner === undefined && progress.leaves === 'json' ? null : inner)
  }
  return made
}

function copyObject(value: object, path: string, progress: Progress): object {
  if (progress.leaves === 'json' && !isPlain(value))
    throw notJsonError(path, `an instance of ${nameOfClass(value)}`)
  const made: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__')
      throw notJsonError(`${path}.${key}`, 'a "__proto__" key')
    const own = (value as Record<string, unknown>)[key]
    // Most are texts, and no mistake: nobody asks where they stand.
    const inner =
      typeof own === 'string' && progress.left-- > 0
        ? own
        : copy(own, `${path}.${key}`, progress)
    if (inner !== undefined) made[key] = inner
  }
  return made
}

function copyLeaf(value: unknown, path: string, progress: Progress): unknown {
  if (progress.left-- <= 0)
    throw notJsonError(path, `one of more than ${most} values`)
  if (progress.leaves === 'any') return value
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
    case 'object':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
  }
  throw notJsonError(path, display(value))
}

function nameOfClass(value: object): string {
  return String(value.constructor?.name ?? 'a class')
}

export function notJsonError(
  path: string,
  given: string,
): PresealError<'InvalidParametersError'> {
  const expected = 'a plain JSON value (quantities as hex)'
  const where = path.length > 80 ? `${path.slice(0, 80)}…` : path
  return new PresealError(
    'InvalidParametersError',
    `${where} is ${given}, expected ${expected}`,
    { problems: [{ path: where, given, expected }] },
  )
}

/** The same outcome over values of its own. */
export function copyOutcome(outcome: Outcome): Outcome {
  switch (outcome.type) {
    case 'result':
      return { type: 'result', value: copyJson(outcome.value, 'result', 'any') }
    case 'error': {
      const { code, message, data } = outcome.error
      const error = { code, message }
      return {
        type: 'error',
        error:
          data === undefined
            ? error
            : { ...error, data: copyJson(data, 'data', 'any') },
      }
    }
    case 'http': {
      const { status, body, headers } = outcome
      return {
        type: 'http',
        status,
        body: typeof body === 'string' ? body : { ...body },
        headers: { ...headers },
      }
    }
    case 'network':
      return { type: 'network' }
  }
}
