import { parseFork } from '../../fork/index.js'

/** Advice on the record of a fork that is given as a scenario. */
export function adviceOnFork(text: string): string | undefined {
  try {
    parseFork(text)
  } catch {
    return undefined
  }
  return 'It is the record of a fork, which parseFork reads for the option "fork" of a node. Give a scenario.'
}
