import type { Timeline } from '../../timeline/index.js'
import { type Mishap, mishapKinds } from '../model/mishap.js'
import type { Candidate } from './candidate.js'
import { requestMishaps } from './requestMishaps.js'
import { sealMishaps } from './sealMishaps.js'
import { transactionMishaps } from './transactionMishaps.js'
import { unfairMishaps } from './unfairMishaps.js'
import { userMishaps } from './userMishaps.js'

export type MishapsOptions = {
  /**
   * Whether what hardly any network does counts as well: a request that takes
   * the connection with it, a wallet that disconnects, a re-org of two blocks;
   * false
   */
  readonly unfair?: boolean | undefined
}

/**
 * Every single mishap that a story offers, equal ones once, in a fixed order:
 * the first of each kind for each read come first, so that a sweep of few runs
 * tries something of everything.
 *
 * @example
 * mishapsOf(readTimeline(node))[0]?.name
 *
 * @param timelines - Of one node, or of several.
 */
export function mishapsOf(
  timelines: Timeline | readonly Timeline[],
  { unfair = false }: MishapsOptions = {},
): Mishap[] {
  const all = 'answeredRequests' in timelines ? [timelines] : timelines
  const candidates = [
    ...phases(all),
    ...all.flatMap((timeline) => [
      ...transactionMishaps(timeline),
      ...sealMishaps(timeline),
      ...requestMishaps(timeline),
      ...(unfair ? unfairMishaps(timeline) : []),
    ]),
    ...userMishaps(all),
  ].filter(({ kind }) => unfair || kind !== 'disconnected')
  const inOrder = candidates
    .map((candidate, index) => ({ candidate, index }))
    .sort(
      (one, other) =>
        one.candidate.rank - other.candidate.rank ||
        mishapKinds.indexOf(one.candidate.kind) -
          mishapKinds.indexOf(other.candidate.kind) ||
        one.index - other.index,
    )
  const known = new Set<string>()
  return inOrder.flatMap(({ candidate: { rank: _, ...mishap } }) => {
    const name = nameAmong(all, mishap)
    const effect = JSON.stringify({ ...mishap, kind: '', name: '' })
    if (known.has(effect) || known.has(name)) return []
    known.add(effect)
    known.add(name)
    return [{ ...mishap, name }]
  })
}

function nameAmong(timelines: readonly Timeline[], { name, chainId }: Mishap) {
  return timelines.length === 1 || chainId === undefined
    ? name
    : `${name}, on chain ${chainId}`
}

/** What is asked in step with the beats hides races between the two. */
function phases([timeline]: readonly Timeline[]): Candidate[] {
  const beat = timeline?.beatTime ?? 200
  return [...new Set([1, Math.floor(beat / 3), Math.floor((beat * 2) / 3)])]
    .filter((phase) => phase > 0 && phase < beat)
    .map((phase) => ({
      kind: 'phase' as const,
      rank: 0,
      name: `the application starts ${phase} ms after a beat`,
      phase,
    }))
}
