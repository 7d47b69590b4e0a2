import { isPresealError } from './errors.js'

/** Known to entries that are bundled apart; no part of what users see. */
const asker = Symbol.for('preseal.asker')

/** Many, since a client's own frames come first. */
const mostFrames = 50

/** The stack of the code that runs now: an error that is never thrown. */
export function captureStack(): Error {
  const limited = Error as { stackTraceLimit?: number }
  const before = limited.stackTraceLimit
  limited.stackTraceLimit = mostFrames
  try {
    return new Error('asked')
  } finally {
    limited.stackTraceLimit = before as number
  }
}

export function attachStack<value extends object>(
  value: value,
  trace: Error | undefined,
): value {
  return Object.defineProperty(value, asker, { value: trace })
}

/** The stack of whoever asked for it, if that is known. */
export function attachedStack(value: object): string | undefined {
  return (value as { readonly [asker]?: Error })[asker]?.stack
}

/** Most engines of JavaScript can: a stack then begins at who called `above`. */
export function startAtCaller(error: Error, above: unknown): void {
  const { captureStackTrace } = Error as {
    readonly captureStackTrace?: (error: Error, above: unknown) => void
  }
  captureStackTrace?.(error, above)
}

/**
 * Errors that already point to a line of a user's, from a call within another.
 */
const pointing = new WeakSet<Error>()

/**
 * Calls, and lets an error of preseal begin its stack at whoever called
 * `above`: what a user did wrong stands in the user's own line.
 */
export function fromCaller<result>(above: unknown, call: () => result): result {
  try {
    return call()
  } catch (error) {
    if (isPresealError(error) && !pointing.has(error)) {
      pointing.add(error)
      startAtCaller(error, above)
    }
    throw error
  }
}
