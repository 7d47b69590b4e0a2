import type { Fork } from '../../../index.js'

/**
 * Formats the record of a fork as text, with sorted keys: the same record gives
 * the same text, so version control shows real changes only.
 *
 * @example
 * writeFileSync('fork.json', formatFork(fork))
 */
export function formatFork({ record }: Fork): string {
  return `${JSON.stringify(sorted(record), null, 2)}\n`
}

/** JSON with the keys of all objects in order. */
export function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const from = value as { [key: string]: unknown }
  const to: { [key: string]: unknown } = {}
  for (const key of Object.keys(from).sort())
    if (from[key] !== undefined) to[key] = sorted(from[key])
  return to
}
