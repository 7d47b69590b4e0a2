import { parseFork } from '../../fork/index.js'

/** What to do with a text that is no scenario, but the record of a fork. */
export function adviceOnFork(text: string): string | undefined {
  try {
    parseFork(text)
  } catch {
    return undefined
  }
  return 'It is the record of a fork, which createMockNode({ fork: parseFork(text) }) of a test reads, and preseal fork --check verifies. Give a scenario.'
}
