import { type Choice, type Offer, offersOf } from '../mishaps/mishapsOf.js'
import { readsOf } from '../mishaps/reads.js'
import type { Mishap } from '../model/mishap.js'
import type { Run } from '../model/run.js'
import type { Ran } from '../run/runOnce.js'
import { coverageOf } from './coverage.js'
import { createRandom } from './random.js'

/** A mishap that changed something, and what can go wrong after it. */
type First = {
  readonly mishap: Mishap
  /** What was different, as one text. */
  readonly difference: string
  /** How much of it no other mishap has shown before. */
  readonly novelty: number
  readonly seconds: Mishap[]
  /** How often it was its turn, less what turned out to be new. */
  turns: number
}

export type Pair = readonly [Mishap, Mishap]

/**
 * Pairs of mishaps, the most telling first. The second is drawn from the run
 * that the first one made, so that it hits what only a recovery asks for; what
 * breaks alone is in no pair.
 */
export function createPairs(
  plain: Ran,
  offers: readonly Offer[],
  choice: Choice,
  seed: string,
) {
  const usual = coverageOf(plain.run)
  const seen = new Set(usual)
  const asked = new Set([
    ...askedIn(plain.run),
    ...offers.map(({ mishap, at }) => askedText(mishap.target, at ?? 0)),
  ])
  const firsts: First[] = []
  const broken = new Set<string>()
  const random = createRandom(seed)

  return {
    /** Learns from the run of one mishap. */
    add(mishap: Mishap, { run, acts, judged }: Ran) {
      if (judged !== undefined) broken.add(mishap.id)
      const [acted] = run.mishaps
      if (judged !== undefined || acted === undefined) return
      const changed = [...coverageOf(run)].filter((one) => !usual.has(one))
      const novelty = changed.filter((one) => !seen.has(one)).length
      for (const one of changed) seen.add(one)
      if (changed.length === 0) return
      const difference = changed.sort().join('\n')
      const like = firsts.filter((one) => one.difference === difference)
      const offers = offersOf(run.timelines, choice, acts)
      firsts.push({
        mishap,
        difference,
        novelty,
        seconds: inOrder(offers, mishap, acted.at, asked, random),
        turns: like.length * 4,
      })
    },

    /** The next pair; undefined if there is none left. */
    next(): Pair | undefined {
      for (;;) {
        const open = firsts.filter(
          ({ mishap, seconds }) => seconds.length > 0 && !broken.has(mishap.id),
        )
        const [first] = open.sort(
          (one, other) =>
            one.turns - other.turns || other.novelty - one.novelty,
        )
        if (first === undefined) return undefined
        const second = first.seconds.shift() as Mishap
        if (broken.has(second.id)) continue
        first.turns++
        return [first.mishap, second]
      }
    },

    /** Learns from the run of a pair: what shows something new goes on. */
    learn([mishap]: Pair, { run }: Ran) {
      const isNew = [...coverageOf(run)].filter((one) => !seen.has(one))
      for (const one of isNew) seen.add(one)
      const first = firsts.find((one) => one.mishap === mishap)
      if (first !== undefined && isNew.length > 0) first.turns--
    },
  }
}

/**
 * What only the recovery asks for first, and of all that something of every
 * kind before more of any.
 */
function inOrder(
  offers: readonly Offer[],
  first: Mishap,
  since: number,
  asked: ReadonlySet<string>,
  random: () => number,
): Mishap[] {
  const counted = new Map<string, number>()
  return offers
    .filter(
      ({ mishap, at }) =>
        !isExcluded(first, mishap) && (at === undefined || at >= since),
    )
    .map(({ mishap, rank, at }) => ({
      mishap,
      rank,
      chance: random(),
      isNew: at !== undefined && !asked.has(askedText(mishap.target, at)),
      distance: at === undefined ? Number.POSITIVE_INFINITY : at - since,
    }))
    .sort(
      (one, other) =>
        Number(other.isNew) - Number(one.isNew) ||
        Math.floor(one.rank) - Math.floor(other.rank) ||
        one.distance - other.distance ||
        one.chance - other.chance,
    )
    .map((one) => {
      const group = `${one.isNew} ${one.mishap.kind}`
      const nth = counted.get(group) ?? 0
      counted.set(group, nth + 1)
      // Two of what is old are worth one of what only the recovery asks for.
      return { ...one, turn: one.isNew ? nth : nth * 2 + 1 }
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ mishap }) => mishap)
}

/** Whether two mishaps of one target cannot both happen to it. */
function isExcluded(one: Mishap, other: Mishap): boolean {
  return (
    one.id === other.id ||
    (one.target === other.target && one.place === other.place) ||
    (one.phase !== undefined && other.phase !== undefined)
  )
}

function askedText(target: string, at: number): string {
  return `${at} ${target}`
}

/** All that a run asks, and when. */
function askedIn({ timelines }: Run): string[] {
  return timelines.flatMap((timeline) =>
    timeline.answeredRequests.flatMap((request) =>
      readsOf(request, timeline).map(({ target }) =>
        askedText(target, request.at),
      ),
    ),
  )
}
