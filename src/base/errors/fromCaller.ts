import { isPresealError } from './errors.js'

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
