import type { Timeline } from '../../timeline/index.js'
import { shownText, textOf } from '../model/mishap.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import {
  isElsewhere,
  isWanted,
  named,
  readGiven,
  type Wanted,
  wanted,
  window,
} from './given.js'

export type { Wanted }

/**
 * Once the final value is shown, it stays, and the chain does not undo it.
 *
 * @example
 * watch('payment', () => text('status'), [staysFinal('final')])
 */
export function staysFinal(final: Wanted): Invariant {
  readGiven('staysFinal', { final }, { final: wanted })
  return named('staysFinal', (seen) => {
    const { looks } = seen
    const isFinal = ({ value }: Look) => isWanted(value, final)
    const first = looks.findIndex(isFinal)
    const look = looks[first]
    if (look === undefined)
      return { unjudged: 'it never showed anything final' }
    if (isElsewhere(seen)) return { unjudged: 'the user went elsewhere' }
    const shown = textOf(look.value)
    const other = looks.slice(first).find((other) => !isFinal(other))
    if (other !== undefined)
      return {
        at: other.at,
        text: `it showed ${shown} from ${look.at} ms on, but ${shownText(other.value)} at ${other.at} ms`,
      }
    return undoneByChain(seen, look, shown)
  })
}

function undoneByChain({ sent, timelines }: Seen, look: Look, shown: string) {
  const lives = timelines.flatMap(({ transactions }) => transactions)
  for (const { hash } of sent) {
    const last = lives.find((life) => life.hash === hash)?.moves.at(-1)
    if (last?.type === 'dropped' && last.at >= look.at)
      return {
        at: last.at,
        text: `it showed ${shown} from ${look.at} ms on, but the chain dropped the transaction at ${last.at} ms`,
      }
    if (last?.type === 'sealed' && last.status === 'reverted')
      return {
        at: Math.max(last.at, look.at),
        text: `it showed ${shown} from ${look.at} ms on, but the transaction was sealed as reverted at ${last.at} ms`,
      }
  }
  return undefined
}

type Outcome = { readonly within?: number | undefined }

/** ms in which an application may notice what became of a transaction */
const usual = 10_000

/**
 * While the watched value says that a transaction succeeded, a sent one is on
 * the chain as a success: what the chain takes back is shown no longer than
 * `within` ms.
 *
 * @example
 * watch('payment', () => text('status'), [successIsTrue('confirmed')])
 *
 * @param within - ms; default 10_000
 */
export function successIsTrue(
  success: Wanted,
  options: Outcome = {},
): Invariant {
  readGiven('successIsTrue', { success }, { success: wanted })
  const { within = usual } = readGiven('successIsTrue', options, {
    within: window,
  })
  return named('successIsTrue', (seen) => {
    const shown = seen.looks.filter(({ value }) => isWanted(value, success))
    if (shown.length === 0) return { unjudged: 'it never showed a success' }
    const without = gapsBetween(successes(seen), seen.now)
    return firstOverlap(
      seen,
      shown,
      without,
      (since) => (since === 0 ? 0 : within),
      'no transaction of the application was on the chain as a success',
    )
  })
}

/**
 * The watched value says that a transaction failed only if it failed: while it
 * says so, the one that was sent last is on the chain as a success for no longer
 * than `within` ms.
 *
 * @example
 * watch('payment', () => text('status'), [failureIsTrue(/failed|not sent/)])
 *
 * @param within - ms; default 10_000
 */
export function failureIsTrue(
  failure: Wanted,
  options: Outcome = {},
): Invariant {
  readGiven('failureIsTrue', { failure }, { failure: wanted })
  const { within = usual } = readGiven('failureIsTrue', options, {
    within: window,
  })
  return named('failureIsTrue', (seen) => {
    const shown = seen.looks.filter(({ value }) => isWanted(value, failure))
    if (shown.length === 0) return { unjudged: 'it never showed a failure' }
    const last = seen.sent.slice(-1)
    return firstOverlap(
      seen,
      shown,
      successes({ ...seen, sent: last }),
      () => within,
      'the transaction was on the chain as a success',
    )
  })
}

type Span = { readonly since: number; readonly until: number }

/** When something of what was sent was on the chain as a success. */
function successes({
  sent,
  timelines,
  now,
}: Pick<Seen, 'sent' | 'timelines' | 'now'>): Span[] {
  const hashes = new Set(sent.map(({ hash }) => hash))
  return timelines
    .flatMap(({ transactions }) => transactions)
    .filter(({ hash }) => hashes.has(hash))
    .flatMap(({ moves }) =>
      moves.flatMap((move, index): Span[] => {
        const before = moves[index - 1]
        if (!isSuccess(move) || isSuccess(before)) return []
        const end = moves.slice(index).find((later) => !isSuccess(later))
        return [{ since: move.at, until: end?.at ?? now }]
      }),
    )
    .sort((one, other) => one.since - other.since)
}

function isSuccess(
  move: Timeline['transactions'][number]['moves'][number] | undefined,
): boolean {
  return move !== undefined && 'status' in move && move.status !== 'reverted'
}

/** The times from 0 on that no span covers. */
function gapsBetween(spans: readonly Span[], now: number): Span[] {
  const gaps: Span[] = []
  let covered = 0
  for (const { since, until } of spans) {
    if (since > covered) gaps.push({ since: covered, until: since })
    covered = Math.max(covered, until)
  }
  return covered < now ? [...gaps, { since: covered, until: now }] : gaps
}

/**
 * What was shown for too long while it was not true. An application has as long
 * after a mishap that kept it from knowing.
 *
 * @param within - ms that are allowed from the beginning of a span on.
 */
function firstOverlap(
  { mishaps, now }: Pick<Seen, 'mishaps' | 'now'>,
  shown: readonly Look[],
  spans: readonly Span[],
  within: (since: number) => number,
  words: string,
): ReturnType<Invariant> {
  let undecidedUntil = 0
  for (const { at, until, value } of shown)
    for (const span of spans) {
      const since = Math.max(at, span.since)
      const allowed = within(span.since)
      const over = mishaps
        .filter((mishap) => allowed > 0 && mishap.at <= until)
        .map((mishap) => mishap.until)
      const deadline = Math.max(since, ...over) + allowed
      if (since >= Math.min(until, span.until)) continue
      const isLast = until >= now && span.until >= now
      if (Math.min(until, span.until) > deadline)
        return {
          at: deadline,
          text: `it showed ${shownText(value)} from ${at} ms on, though ${words} from ${span.since} ms on`,
        }
      if (isLast && Number.isFinite(deadline))
        undecidedUntil = Math.max(undecidedUntil, deadline + 1)
    }
  return undecidedUntil > now ? { undecidedUntil } : undefined
}
