import { isPresealError } from './errors.js'

/** What most engines of JavaScript have: a stack from who called `above` on. */
export type Capturing = {
  readonly captureStackTrace?: (error: Error, above: unknown) => void
}

/** Those that point already to a line of a user's, of a call within another. */
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
      ;(Error as Capturing).captureStackTrace?.(error, above)
    }
    throw error
  }
}
