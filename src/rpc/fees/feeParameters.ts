import { type Result, refuse } from '../../base/hex/parse.js'

const expectedCount = 'a number of blocks: hex, decimal digits or a number'

/** As geth's HexOrDecimal64 reads it. */
export function parseBlockCount(given: unknown): Result<number> {
  const isNumeral =
    typeof given === 'string'
      ? /^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/.test(given)
      : typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
  return isNumeral
    ? { ok: true, value: Number(given) }
    : refuse(given, expectedCount)
}

export function parsePercentiles(given: unknown): Result<readonly number[]> {
  if (given === null) return { ok: true, value: [] }
  return Array.isArray(given) && given.every((one) => Number.isFinite(one))
    ? { ok: true, value: given.slice() }
    : refuse(given, 'an array of numbers')
}
