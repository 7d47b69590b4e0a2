import type { TestError } from '../host/host.js'
import { appendText } from './appendText.js'

/** The start of a story that a matcher has printed already. */
const heading = /^What happened on chain \d+ from /m

/** Adds the story of the nodes to what a failing test prints. */
export function appendTrace(error: TestError, trace: string): void {
  if (trace === '' || heading.test(error.message ?? '')) return
  appendText(error, trace)
}
