import type { Invariant } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { callback, readGiven, window } from '../options/readGiven.js'
import { named } from './named.js'

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
