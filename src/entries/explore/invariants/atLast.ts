import type { Invariant } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { callback, readGiven } from '../options/readGiven.js'
import { named } from './named.js'

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
