import type { Offer } from '../mishaps/mishapsOf.js'
import type { Mishap } from '../model/mishap.js'
import type { Shown } from './coverage.js'

/** How much a run may bring others like it forward, in ranks. */
const lead = 1.5

/**
 * Single mishaps by rank, led by what runs have shown: what hits the same thing,
 * or is of the same kind, as one that showed something new comes sooner.
 */
export function createSingles(offers: readonly Offer[]) {
  const left = new Set(offers)
  const yields = new Map<string, { fresh: number; runs: number }>()

  function yieldOf(name: string): number {
    const { fresh, runs } = yields.get(name) ?? { fresh: 0, runs: 1 }
    return fresh / runs
  }

  return {
    next(): Mishap | undefined {
      let best: Offer | undefined
      let least = Number.POSITIVE_INFINITY
      for (const offer of left) {
        const { target, kind } = offer.mishap
        const led = (yieldOf(target) + yieldOf(kind)) / 2
        const rank = offer.rank - Math.min(lead, led)
        if (rank >= least) continue
        least = rank
        best = offer
      }
      if (best !== undefined) left.delete(best)
      return best?.mishap
    },
    learn({ target, kind }: Mishap, { fresh }: Shown) {
      for (const name of [target, kind]) {
        const known = yields.get(name) ?? { fresh: 0, runs: 0 }
        known.runs++
        known.fresh += Math.log2(1 + fresh.length)
        yields.set(name, known)
      }
    },
  }
}
