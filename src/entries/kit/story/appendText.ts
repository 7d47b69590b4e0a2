import type { TestError } from '../host/host.js'

/** Adds to what a test runner prints of an error. */
export function appendText(error: TestError, text: string): void {
  const message = error.message ?? ''
  const longer = `${message}\n\n${text}\n`
  if (error.stack?.includes(message))
    error.stack = error.stack.replace(message, () => longer)
  error.message = longer
}
