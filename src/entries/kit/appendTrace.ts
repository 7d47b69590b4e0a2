import type { TestError } from './host.js'

/** How a story begins that a matcher has told already. */
const told = 'What came to pass from '

/** Adds what came to pass to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  const message = error.message ?? ''
  if (trace === '' || message.includes(told)) return
  const longer = `${message}\n\nWhat came to pass on the node:\n\n${trace}\n`
  if (error.stack?.includes(message))
    error.stack = error.stack.replace(message, () => longer)
  error.message = longer
}
