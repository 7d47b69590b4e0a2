import { decidesInclusion } from '../../../chain/model/transaction.js'
import { isIncluded } from '../mishaps/reads.js'
import { type MishapKind, shownText, textOf } from '../model/mishap.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import {
  callback,
  isElsewhere,
  isWanted,
  named,
  readGiven,
  type Wanted,
  wanted,
  window,
} from './given.js'

/**
 * The watched value satisfies `fits` at all times.
 *
 * @example
 * watch('rows', () => rows().length, [always((rows) => Number(rows) <= 1)])
 */
export function always(fits: (value: unknown) => boolean): Invariant {
  readGiven('always', { fits }, { fits: callback })
  return named('always', ({ looks }) => {
    const look = looks.find(({ value }) => !fits(value))
    return look && { at: look.at, text: `it showed ${shownText(look.value)}` }
  })
}

/**
 * The watched value satisfies `fits` at the end of the run.
 *
 * @example
 * watch('rows', rows, [atLast((rows) => !`${rows}`.includes('sending'))])
 */
export function atLast(fits: (value: unknown) => boolean): Invariant {
  readGiven('atLast', { fits }, { fits: callback })
  return named('atLast', ({ looks, now }) => {
    const look = looks.at(-1)
    return look === undefined || fits(look.value)
      ? undefined
      : { at: now, text: `at the end it showed ${shownText(look.value)}` }
  })
}

/**
 * The watched value satisfies `fits` at some time.
 *
 * @example
 * watch('balance', balance, [eventually((shown) => shown === '5', { within: 4_000 })])
 *
 * @param within - ms since the run began; default 20_000
 */
export function eventually(
  fits: (value: unknown) => boolean,
  options: { readonly within?: number | undefined } = {},
): Invariant {
  readGiven('eventually', { fits }, { fits: callback })
  const { within = 20_000 } = readGiven('eventually', options, {
    within: window,
  })
  return named('eventually', ({ looks, now }) => {
    if (looks.some(({ at, value }) => at <= within && fits(value)))
      return undefined
    return now < within
      ? { undecidedUntil: within }
      : {
          at: within,
          text: `no value fitted within ${within} ms; the last one was ${shownText(looks.at(-1)?.value)}`,
        }
  })
}

/** ms by which what is watched may be behind the plain network. */
const lag = 2_000

/**
 * Some time after a failed request, the watched value is again the one at the
 * end of a run on the plain network. Mishaps that change the chain itself, or
 * come too late in a run, are not judged.
 *
 * @param within - ms after the mishap; default 10_000
 */
export function rightAgain(
  options: { readonly within?: number | undefined } = {},
): Invariant {
  const { within = 10_000 } = readGiven('rightAgain', options, {
    within: window,
  })
  return named('rightAgain', (seen) => {
    const { looks, plain, mishaps, now } = seen
    if (mishaps.length === 0 || now < plain.now || !isSameChain(seen))
      return { unjudged: tooLate }
    const over = Math.max(...mishaps.map(({ until }) => until))
    if (over + within > plain.now) return { unjudged: tooLate }
    const at = plain.now
    const [shown] = seenWithin(looks, at, at)
    const right = seenWithin(plain.looks, at - lag, at)
    if (shown === undefined) return undefined
    if (right.some(({ value }) => textOf(value) === textOf(shown.value)))
      return undefined
    return {
      at,
      text: `it still showed ${shownText(shown.value)}, ${at - over} ms after the mishap; without the mishap it showed ${shownText(right.at(-1)?.value)}`,
    }
  })
}

const tooLate =
  'no request or message failed early enough before the end: give the test more time with "duration"'

function seenWithin(
  looks: readonly Look[],
  from: number,
  until: number,
): Look[] {
  return looks
    .filter((look) => look.until >= from && look.at <= until)
    .slice(from === until ? -1 : 0)
}

/** The same was sent, and none of it went another way. */
function isSameChain({ sent, plain, mishaps }: Seen): boolean {
  const hashes = (all: typeof sent) => all.map(({ hash }) => hash).join()
  return (
    hashes(sent) === hashes(plain.sent) &&
    mishaps.every(({ mishap: { user, phase, steps = [] } }) => {
      const isOther = steps.some((step) =>
        // Without an answer, nobody can know whether the write arrived.
        step.type === 'fault'
          ? step.fault.type === 'lostResponse' || decidesInclusion(step.fault)
          : step.type !== 'disconnectSockets',
      )
      // Whoever starts at another time is behind by as much until the end.
      return user === undefined && phase === undefined && !isOther
    })
  )
}

/**
 * The shown value does not change and change back without a cause, such as a
 * new block or a wrong answer of an endpoint.
 *
 * @param within - Longest time in ms for which another value counts as flicker;
 * default 3_000
 */
export function noFlicker(
  options: { readonly within?: number | undefined } = {},
): Invariant {
  const { within = 3_000 } = readGiven('noFlicker', options, { within: window })
  return named('noFlicker', (seen) => {
    const { looks, plain } = seen
    if (looks.length < 2) return { unjudged: 'it never changed' }
    const usual = new Set(triplesOf(plain.looks).map(toText))
    const found = triplesOf(looks).find(
      (triple) =>
        triple[1].until - triple[1].at <= within &&
        !isPlaceholder(triple[1], triple[0]) &&
        !(plain.looks !== looks && usual.has(toText(triple))) &&
        !hasCause(seen, triple, within),
    )
    if (found === undefined) return undefined
    const [first, other] = found
    return {
      at: other.at,
      text: `it went from ${shownText(first.value)} to ${shownText(other.value)} at ${other.at} ms and back at ${other.until} ms, and the chain did not`,
    }
  })
}

type Triple = readonly [Look, Look, Look]

/** A, B and A again. */
function triplesOf(looks: readonly Look[]): Triple[] {
  return looks.flatMap((other, index) => {
    const before = looks[index - 1]
    const after = looks[index + 1]
    return before !== undefined &&
      after !== undefined &&
      textOf(before.value) === textOf(after.value)
      ? [[before, other, after] as const]
      : []
  })
}

function toText(triple: Triple): string {
  return triple.map(({ value }) => textOf(value)).join()
}

/** A word in place of a number says that there is none now. */
function isPlaceholder({ value }: Look, before: Look): boolean {
  return !/\d/.test(textOf(value)) && /\d/.test(textOf(before.value))
}

/** Mishaps that answer wrongly, or that change the chain. */
const causes: readonly MishapKind[] = [
  'empty',
  'old',
  'otherBlock',
  'never',
  'dropped',
  'omitted',
  'revertedAtSeal',
  'replaced',
  'reorged',
]

function hasCause(seen: Seen, [, other]: Triple, within: number): boolean {
  const { timelines, answeredRequests, mishaps } = seen
  const from = other.at - within
  const until = other.until
  return (
    isElsewhere(seen) ||
    timelines.some(({ events }) =>
      events.some(
        (event) =>
          (['reorged', 'dropped'].includes(event.type) &&
            from <= event.at &&
            event.at <= until) ||
          (isIncluded(event) && other.at < event.at && event.at <= until),
      ),
    ) ||
    answeredRequests.some(
      ({ outcome, settledAt }) =>
        outcome.type !== 'result' && from <= settledAt && settledAt <= until,
    ) ||
    mishaps.some(
      ({ mishap, at, until: over }) =>
        causes.includes(mishap.kind) && at <= until && from <= over,
    )
  )
}

/**
 * Some run of the exploration shows the wanted value: what is never reached,
 * nothing has tested.
 *
 * @example
 * watch('payment', () => text('status'), [reached('confirmed')])
 */
export function reached(goal: Wanted): Invariant {
  readGiven('reached', { goal }, { goal: wanted })
  return named('reached', ({ looks }) =>
    looks.some(({ value }) => isWanted(value, goal))
      ? undefined
      : {
          unjudged: `no run has reached ${goal instanceof RegExp ? `${goal}` : shownText(goal)}. Let the test go as far as that, with a longer "duration" or what is missing in it`,
        },
  )
}
