import { PresealError } from '../../../base/errors/errors.js'

const units: { readonly [unit: string]: number } = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/** ms of `20s`, `200ms`, `1.5m` or `1h`, whole ones from `least` on. */
export function parseDuration(
  option: string,
  given: string,
  least: number,
): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(given) ?? []
  const ms = Math.round(Number(number) * (units[unit] ?? Number.NaN))
  if (Number.isSafeInteger(ms) && ms >= least) return ms
  if (/^\d+(?:\.\d+)?$/.test(given) && Number(given) >= least)
    throw new PresealError(
      'CommandError',
      `Option "${option}" is "${given}", which lacks its unit. Write "${given}s" or "${given}ms".`,
      { reason: 'usage' },
    )
  throw new PresealError(
    'CommandError',
    `Option "${option}" is "${given}", expected ${least} ms or more with its unit, such as 200ms, 20s, 5m or 1h.`,
    { reason: 'usage' },
  )
}
