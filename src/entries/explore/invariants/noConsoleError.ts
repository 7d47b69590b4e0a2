import type { Invariant } from '../model/run.js'
import { named } from './named.js'

/** Nothing calls `console.error`. */
export function noConsoleError(): Invariant {
  return named('noConsoleError', ({ consoleErrors: [first] }) =>
    first === undefined
      ? undefined
      : { at: first.at, text: `console.error was called with ${first.text}` },
  )
}
