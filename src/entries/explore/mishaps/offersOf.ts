import type { Timeline } from '../../timeline/index.js'
import { type Mishap, mishapKinds } from '../model/mishap.js'
import { textOf } from '../model/textOf.js'
import type { Candidate } from './candidate.js'
import { innerCallMishaps } from './innerCallMishaps.js'
import { requestMishaps } from './requestMishaps.js'
import { sealMishaps } from './sealMishaps.js'
import { servedMishaps } from './servedMishaps.js'
import { socketMishaps } from './socketMishaps.js'
import { transactionMishaps } from './transactionMishaps.js'
import { unfairMishaps } from './unfairMishaps.js'
import { userMishaps } from './userMishaps.js'

/** A mishap, and all that it hits. */
export type Offer = {
  readonly mishap: Mishap
  /** Several, if one request reads several things. */
  readonly aims: readonly string[]
  /** The same by the names of the others that it hits. */
  readonly aliases: readonly Mishap[]
}

/**
 * The mishaps that a story offers, equal ones once, in the order in which they
 * are tried.
 */
export function offersOf(
  timelines: readonly Timeline[],
  unfair: boolean,
): Offer[] {
  const candidates = [
    ...phases(timelines),
    ...timelines.flatMap((timeline) => [
      ...transactionMishaps(timeline),
      ...sealMishaps(timeline),
      ...requestMishaps(timeline),
      ...socketMishaps(timeline),
      ...innerCallMishaps(timeline),
      ...servedMishaps(timeline),
      ...(unfair ? unfairMishaps(timeline) : []),
    ]),
    ...userMishaps(timelines),
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
  const offers = new Map<
    string,
    { mishap: Mishap; aims: string[]; aliases: Mishap[] }
  >()
  const names = new Set<string>()
  for (const { candidate } of inOrder) {
    const { rank: _, aim, ...given } = candidate
    const mishap = { ...given, name: nameAmong(timelines, given) }
    const effect = textOf({ ...mishap, kind: '', name: '' })
    const known = offers.get(effect)
    known?.aims.push(aim)
    if (names.has(mishap.name)) continue
    names.add(mishap.name)
    if (known === undefined)
      offers.set(effect, { mishap, aims: [aim], aliases: [] })
    else known.aliases.push(mishap)
  }
  return [...offers.values()]
}

function nameAmong(timelines: readonly Timeline[], { name, chainId }: Mishap) {
  return timelines.length === 1 || chainId === undefined
    ? name
    : `${name}, on chain ${chainId}`
}

/** Requests in step with the beats hide races between the two. */
function phases([timeline]: readonly Timeline[]): Candidate[] {
  const beat = timeline?.preconfirmationTime ?? 200
  return [...new Set([1, Math.floor(beat / 3), Math.floor((beat * 2) / 3)])]
    .filter((phase) => phase > 0 && phase < beat)
    .map((phase) => ({
      kind: 'phase' as const,
      aim: 'the start',
      rank: 0,
      name: `the application starts ${phase} ms after a beat`,
      phase,
    }))
}
