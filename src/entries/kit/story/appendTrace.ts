import type { TestError } from '../host/host.js'
import { appendText } from './appendText.js'

/** How a story begins that a matcher has told already. */
const told = /^What happened on chain \d+ from /m

/** Adds the story of the nodes to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  if (trace === '' || told.test(error.message ?? '')) return
  appendText(error, trace)
}
