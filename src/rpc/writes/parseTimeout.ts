import { type Parsed, parseQuantity, refuse } from '../../base/hex/parse.js'

/** ms, the default and the most, of which geth leaves the choice to a node. */
export const mostWait = 6_000

/** ms for which a request waits, cut to the most. */
export function parseTimeout(given: unknown): Parsed<number> {
  const parsed =
    typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
      ? { ok: true as const, value: BigInt(given) }
      : parseQuantity(given)
  if (!parsed.ok) return refuse(given, 'ms as hex or as a number')
  return { ok: true, value: Math.min(Number(parsed.value), mostWait) }
}
