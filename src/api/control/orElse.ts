import type { Result } from '../../base/hex/parse.js'

/** JSON has null if a parameter before others is left out. */
export function orElse<value>(
  fallback: value,
  parse: (given: unknown) => Result<value>,
) {
  return (given: unknown): Result<value> =>
    given === undefined || given === null
      ? { ok: true, value: fallback }
      : parse(given)
}
