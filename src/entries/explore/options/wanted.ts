import { fitting } from '../../../base/validation/fields.js'

/**
 * A watched value: the value itself, a pattern, or a function that recognises
 * it.
 */
export type Wanted = string | RegExp | ((value: unknown) => boolean)

/** As it is given to an invariant. */
export const wanted = fitting<Wanted>(
  (given) =>
    (typeof given === 'string' && given !== '') ||
    typeof given === 'function' ||
    given instanceof RegExp,
  'a watched text, a pattern, or a function of the watched value',
)

export function isWanted(value: unknown, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(value)
  if (typeof wanted === 'string') return `${value}`.trim() === wanted
  return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(
    `${value}`,
  )
}
