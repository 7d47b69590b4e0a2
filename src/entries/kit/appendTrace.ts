import { appendText } from './appendText.js'
import type { TestError } from './host.js'

/** How a story begins that a matcher has told already. */
const told = 'What came to pass from '

/** Adds what came to pass to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  if (trace === '' || error.message?.includes(told)) return
  appendText(error, `What came to pass on the node:\n\n${trace}`)
}
