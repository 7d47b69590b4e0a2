import type { TestError } from './host.js'

/** How a story begins that a matcher has told already. */
const told = /^What happened on chain \d+ from /m

/** Adds the story of the nodes to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  const message = error.message ?? ''
  if (trace === '' || told.test(message)) return
  const longer = `${message}\n\n${trace}\n`
  if (error.stack?.includes(message))
    error.stack = error.stack.replace(message, () => longer)
  error.message = longer
}
