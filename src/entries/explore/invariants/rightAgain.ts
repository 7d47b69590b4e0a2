import type { Invariant, Look, Seen } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { textOf } from '../model/textOf.js'
import { readGiven, window } from '../options/readGiven.js'
import { named } from './named.js'

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
    mishaps.every(({ mishap: { user, steps = [] } }) => {
      const isOther = steps.some(
        (step) =>
          // Without an answer, nobody can know whether the write arrived.
          (step.type === 'fault' && step.fault.type === 'lostResponse') ||
          (step.type !== 'fault' && step.type !== 'disconnectSockets'),
      )
      return user === undefined && !isOther
    })
  )
}
