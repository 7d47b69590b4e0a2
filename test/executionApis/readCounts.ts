import { readCode, readTable } from '../docs/markdown.js'
import { page } from '../docs/pages.js'

export type Counts = {
  readonly equal: number
  readonly words: number
  readonly different: number
}

/** The table of the documents, by method. */
export function readCounts(): Map<string, Counts & { reason: string }> {
  const [, ...rows] = readTable(
    page('docs/reference/fidelity.md').text,
    'fixtures of',
    'equal',
  )
  return new Map(
    rows.map(([method = '', equal, words, different, reason = '']) => [
      readCode(method)[0] ?? '',
      {
        equal: Number(equal),
        words: Number(words),
        different: Number(different),
        reason: reason.trim(),
      },
    ]),
  )
}
