/** The same numbers for the same seed, everywhere (mulberry32). */
export type Random = {
  /** From 0 to below `end`. */
  below(end: number): number
  chance(part: number): boolean
  pick<value>(values: readonly value[]): value
  bytes(length: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (part) => next() < part,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    bytes: (length) =>
      Array.from({ length }, () =>
        below(256).toString(16).padStart(2, '0'),
      ).join(''),
  }
}
