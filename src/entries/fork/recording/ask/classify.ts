import { displayFailure, type Failure } from '../../../endpoint/index.js'

/** The way to treat a failure. */
export type FailureKind =
  | 'rateLimited'
  | 'unreachable'
  | 'pruned'
  | 'noBlock'
  | 'refused'

const rates =
  /rate.?limit|too many requests|request limit|throttl|capacity|quota/i
const prunes =
  /missing trie node|prun|archive|historical state|state (?:is |at |for )?.*(?:not available|unavailable)|old data not available|state histor/i
const absences =
  /header (?:for hash )?not found|(?:unknown|no such) block|block.*not found|unknown header|block ?out ?of ?range|invalid block tag/i

export function classify(failure: Failure): FailureKind {
  const said = textOf(failure)
  switch (failure.type) {
    case 'network':
    case 'hold':
      return 'unreachable'
    case 'null':
      return 'refused'
    case 'http':
      if (failure.status === 429 || rates.test(said)) return 'rateLimited'
      return failure.status >= 500 ? 'unreachable' : 'refused'
    case 'rpc':
      if (failure.code === -32005 || failure.code === 429 || rates.test(said))
        return 'rateLimited'
      if (prunes.test(said)) return 'pruned'
      return absences.test(said) || failure.code === -32001
        ? 'noBlock'
        : 'refused'
  }
}

/** As it is shown: nothing of the URL, which may hold a key. */
export function textOf(failure: Failure): string {
  if (failure.type !== 'http') return displayFailure(failure)
  const { body = '' } = failure
  return `${displayFailure(failure)} ${body.slice(0, 200)}`.trim()
}
