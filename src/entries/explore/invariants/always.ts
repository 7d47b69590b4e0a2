import type { Invariant } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { callback, readGiven } from '../options/readGiven.js'
import { named } from './named.js'

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
