import type { Hex } from '../../base/hex/hex.js'

/** The words that a trace may still hold. */
export type TraceBudget = {
  /** @throws once the trace holds too much, which ends the execution. */
  spend(words: number): void
  isSpent(): boolean
}

const wordDigits = 64

/** How many words data takes. */
export function wordsIn(data: Hex): number {
  return (data.length - 2) / wordDigits
}

/**
 * @param most - Words of 32 bytes: by default some hundred MB as a process holds
 *   them. A loop or a tree of calls could fill gigabytes; geth ends it by a
 *   timeout.
 */
export function createTraceBudget(most = 4_000_000): TraceBudget {
  let left = most
  return {
    spend(words) {
      left -= words
      if (left < 0) throw new RangeError('The trace is too large.')
    },
    isSpent: () => left < 0,
  }
}
