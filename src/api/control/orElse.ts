import type { Parsed } from '../../base/hex/parse.js'

/** JSON has null if a parameter before others is left out. */
export function orElse<value>(
  fallback: value,
  parse: (given: unknown) => Parsed<value>,
) {
  return (given: unknown): Parsed<value> =>
    given === undefined || given === null
      ? { ok: true, value: fallback }
      : parse(given)
}
