import { short } from '../../../base/words/words.js'
import { nthOf } from '../mishaps/reads.js'
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
import {
  cancellationOf,
  cancelledText,
  isCancelling,
  isSuccess,
  type Life,
  livesOf,
} from './lives.js'

export type { Wanted }

/**
 * Once the final value is shown, it stays until the user acts again, and the
 * chain does not undo what it tells.
 *
 * @example
 * watch('payment', () => text('status'), [staysFinal('final')])
 */
export function staysFinal(final: Wanted): Invariant {
  readGiven('staysFinal', { final }, { final: wanted })
  return named('staysFinal', (seen) => {
    const { looks, acts } = seen
    const isFinal = ({ value }: Look) => isWanted(value, final)
    if (!looks.some(isFinal))
      return { unjudged: 'it never showed anything final' }
    if (isElsewhere(seen)) return { unjudged: 'the user went elsewhere' }
    const usual = new Set(
      seen.plain.looks
        .filter(isFinal)
        .map(({ value }) => finalWords(value, final)),
    )
    const lives = livesOf(seen)
    for (const [index, look] of looks.entries()) {
      const before = looks[index - 1]
      if (!isFinal(look) || (before !== undefined && isFinal(before))) continue
      const shown = `it showed ${textOf(look.value)} from ${look.at} ms on, but`
      const other = looks.slice(index).find((other) => !isFinal(other))
      // What the user does next, later values are about.
      if (
        other !== undefined &&
        !acts.some(({ at }) => look.at < at && at <= other.at)
      )
        return {
          at: other.at,
          text: `${shown} ${shownText(other.value)} at ${other.at} ms`,
        }
      const undone = undoneByChain(lives, {
        since: look.at,
        until: other?.at ?? Number.POSITIVE_INFINITY,
        isSuccessTold: usual.has(finalWords(look.value, final)),
      })
      if (undone !== undefined)
        return { at: undone.at, text: `${shown} ${undone.text}` }
    }
    return undefined
  })
}

/** What is final in a text, whatever numbers stand in it. */
function finalWords(value: unknown, final: Wanted): string {
  const found = final instanceof RegExp ? `${value}`.match(final)?.[0] : value
  return textOf(found).replaceAll(/0x[\da-f]+|\d+/gi, '0')
}

type Shown = {
  /** ms for which a final text was shown */
  readonly since: number
  readonly until: number
  /** Whether the plain run shows it: of a failure, it shows another one. */
  readonly isSuccessTold: boolean
}

/** What the chain made otherwise of a transaction that the text is about. */
function undoneByChain(
  lives: readonly Life[],
  shown: Shown,
): { readonly at: number; readonly text: string } | undefined {
  const asked = lives.filter(
    (life) => life.isTold && !isCancelling(life, lives),
  )
  const told = asked.filter(({ at }) => at <= shown.since)
  for (const [index, life] of told.entries()) {
    const what =
      told.length === 1
        ? 'the transaction'
        : `${nthOf(index, told.length, 'the transaction')}, ${short(life.hash)},`
    const undoing = undoingOf(life, what, lives, shown)
    if (undoing === undefined) continue
    const at = Math.max(undoing.at, shown.since)
    if (at < shown.until && !asked.some((other) => isInstead(other, life, at)))
      return { at, text: undoing.text }
  }
  return undefined
}

function undoingOf(
  life: Life,
  what: string,
  lives: readonly Life[],
  { since, isSuccessTold }: Shown,
): { readonly at: number; readonly text: string } | undefined {
  const cancellation = cancellationOf(life, lives)
  const last = (cancellation ?? life).moves.at(-1)
  if (last === undefined) return undefined
  const { at } = last
  if (cancellation !== undefined)
    return isSuccessTold
      ? { at, text: cancelledText(what, cancellation) }
      : undefined
  if (last.type === 'dropped' && at >= since)
    return { at, text: `the chain dropped ${what} at ${at} ms` }
  return last.type === 'sealed' && last.status === 'reverted' && isSuccessTold
    ? { at, text: `${what} was sealed as reverted at ${at} ms` }
    : undefined
}

/**
 * Whether the text may be about another transaction, which is a success: it was
 * sent later, or at least before anybody knew what became of the other one.
 */
function isInstead(
  { hash, moves, at: sentAt }: Life,
  life: Life,
  at: number,
): boolean {
  const success = moves.find(isSuccess)
  return (
    hash !== life.hash &&
    success !== undefined &&
    success.at <= at &&
    isSuccess(moves.at(-1)) &&
    (sentAt > life.at || success.at >= life.at)
  )
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
    const lives = livesOf(seen)
    const asked = lives.filter((life) => !isCancelling(life, lives))
    const without = gapsBetween(successes(asked, seen.now), seen.now)
    const last = asked.at(-1)
    const cancellation = last && cancellationOf(last, lives)
    return firstOverlap(
      seen,
      shown,
      without,
      (since) => (since === 0 ? 0 : within),
      (since) =>
        cancellation === undefined
          ? `no transaction of the application was on the chain as a success from ${since} ms on`
          : cancelledText('the transaction', cancellation),
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
    const lives = livesOf(seen)
    const last = lives
      .filter(
        (life) => !isCancelling(life, lives) && !isSecondOf(life, lives, seen),
      )
      .slice(-1)
    return firstOverlap(
      seen,
      shown,
      successes(last, seen.now),
      () => within,
      (since) =>
        `the transaction was on the chain as a success from ${since} ms on`,
    )
  })
}

type Span = { readonly since: number; readonly until: number }

/** Whether a wallet sent it besides, since its user approved twice. */
function isSecondOf(
  { isTold, intent, at }: Life,
  lives: readonly Life[],
  { mishaps }: Pick<Seen, 'mishaps'>,
): boolean {
  return (
    !isTold &&
    mishaps.some(({ mishap: { user } }) => user?.type === 'approveTwice') &&
    lives.some(
      (other) => other.isTold && other.intent === intent && other.at <= at,
    )
  )
}

/** When something of what was sent was on the chain as a success. */
function successes(lives: readonly Life[], now: number): Span[] {
  return lives
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
  words: (since: number) => string,
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
          text: `it showed ${shownText(value)} from ${at} ms on, though ${words(span.since)}`,
        }
      if (isLast && Number.isFinite(deadline))
        undecidedUntil = Math.max(undecidedUntil, deadline + 1)
    }
  return undecidedUntil > now ? { undecidedUntil } : undefined
}
