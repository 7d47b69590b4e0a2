import { numeral, type Result, refuse } from '../../base/hex/parse.js'

/** A number of blocks or seconds, a nonce or an id, as test clients write it. */
export function parseCount(given: unknown): Result<number> {
  const isText = typeof given === 'string' && numeral.test(given)
  const count = isText ? Number(given) : given
  // More digits round to 2^53 or more, never below.
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
    ? { ok: true, value: count }
    : refuse(
        given,
        'an integer from 0 to 2^53 - 1 as a string of 0x-hex or decimal digits, or as a number',
      )
}
