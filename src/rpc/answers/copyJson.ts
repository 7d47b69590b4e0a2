import { PresealError } from '../../base/errors/errors.js'
import { display, isPlain } from '../../base/hex/display.js'
import type { Outcome } from './outcome.js'

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
    const at = `${path}.${key}`
    if (key === '__proto__') throw notJsonError(at, 'a "__proto__" key')
    const inner = copy((value as Record<string, unknown>)[key], at, progress)
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
