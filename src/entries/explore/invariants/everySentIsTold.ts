import { optional } from '../../../base/validation/fields.js'
import type { Invariant, Seen } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { textOf } from '../model/textOf.js'
import { readGiven, window } from '../options/readGiven.js'
import { isWanted, type Wanted, wanted } from '../options/wanted.js'
import { named } from './named.js'

/**
 * The application shows the final status of every transaction that it sends: an
 * intermediate status, such as "pending", does not stay.
 *
 * @param within - ms for which an intermediate status may be shown; default
 * 30_000
 * @param ends - The final statuses. Default: everything that the plain run does
 * not show between sending and its last value.
 */
export function everySentIsTold(
  options: {
    readonly within?: number | undefined
    readonly ends?: Wanted | undefined
  } = {},
): Invariant {
  const { within = 30_000, ends } = readGiven('everySentIsTold', options, {
    within: window,
    ends: optional(wanted, undefined),
  })
  return named('everySentIsTold', (seen) => {
    const { looks, sent, now } = seen
    const last = looks.at(-1)
    const newest = sent.at(-1)
    if (last === undefined || newest === undefined)
      return { unjudged: 'nothing was sent' }
    const isTold =
      ends === undefined
        ? !onTheWay(seen).has(textOf(last.value))
        : isWanted(last.value, ends)
    if (isTold) return undefined
    const deadline = Math.max(last.at, newest.at) + within
    return now < deadline
      ? { undecidedUntil: deadline }
      : {
          at: now,
          text: `it showed ${shownText(last.value)} from ${last.at} ms on, and no final status within ${within} ms`,
        }
  })
}

/** Values shown only between the sending and the end. */
function onTheWay({ plain: { looks, sent } }: Seen): ReadonlySet<string> {
  const [first] = sent
  if (first === undefined) return new Set()
  const after = looks.filter(({ until }) => until > first.at)
  const before = looks.filter(({ at }) => at < first.at)
  const others = [...before, ...after.slice(-1)].map(({ value }) =>
    textOf(value),
  )
  return new Set(
    after
      .slice(0, -1)
      .map(({ value }) => textOf(value))
      .filter((text) => !others.includes(text)),
  )
}
