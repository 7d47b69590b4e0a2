const factor = Number(process.env.RUNS ?? 1)
if (!(factor >= 1))
  throw new Error(
    `RUNS is ${process.env.RUNS}, but must be a number from 1 on. It multiplies how often properties are tried: RUNS=20 npm run test:deep`,
  )

/** How often a property is tried: `count` times the environment's `RUNS`. */
export function runs(count: number): number {
  return Math.max(1, Math.round(count * factor))
}

/**
 * The same where `npm test` tries a hundredth, but `least` at least. A file that
 * calls this is run by `npm run test:deep` as well, with all of them.
 */
export function share(count: number, least = 2): number {
  const isDeep = process.env.DEEP !== undefined
  return runs(isDeep ? count : Math.max(Math.min(least, count), count / 100))
}
