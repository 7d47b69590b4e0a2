import type { MishapKind } from '../model/mishap.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { textOf } from '../model/textOf.js'
import { readGiven, window } from '../options/readGiven.js'
import { isSwitched } from './isSwitched.js'
import { named } from './named.js'

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
    isSwitched(seen) ||
    timelines.some(({ events }) =>
      events.some(
        ({ type, at }) =>
          (['reorged', 'dropped'].includes(type) &&
            from <= at &&
            at <= until) ||
          (type === 'preconfirmed' && other.at < at && at <= until),
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
