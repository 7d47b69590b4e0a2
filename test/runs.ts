/**
 * How often a property is tried: `count` times, multiplied by the environment
 * variable `RUNS`, so that `RUNS=20 npm run test:deep` searches longer.
 */
export function runs(count: number): number {
  const factor = Number(process.env.RUNS ?? 1)
  if (!(factor > 0)) {
    throw new Error(
      `RUNS is ${process.env.RUNS}, but must be a number greater than 0. It multiplies how often properties are tried: RUNS=20 npm run test:deep`,
    )
  }
  return Math.max(1, Math.round(count * factor))
}
