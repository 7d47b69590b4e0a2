import { PresealError } from '../errors/errors.js'
import { display } from '../hex/display.js'
import type { TimeVerb } from './clock.js'

/** The last instant that a `Date` can hold (ECMA-262, time values), unix ms. */
export const lastOfDate = 8_640_000_000_000_000

/**
 * Refuses what would exceed the last instant: by default the whole ms that a
 * number can hold.
 */
export function checkDuration(
  ms: number,
  now: number,
  verb: TimeVerb | 'advanceAsync' | 'mine',
  last = Number.MAX_SAFE_INTEGER,
) {
  if (Number.isSafeInteger(ms) && ms >= 0 && now + ms <= last) return
  const end = last === lastOfDate ? ', where Date ends' : ''
  const expected = `a whole number of ms from 0 to ${Math.max(0, last - now)}${end}`
  throw new PresealError(
    'InvalidParametersError',
    `${verb} moves the clock by ${expected}, and cannot move it by ${display(ms)}.`,
    { problems: [{ path: '', given: display(ms), expected }] },
  )
}
