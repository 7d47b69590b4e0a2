import type { PresealError } from '../../../base/errors/errors.js'
import { nearest } from '../../../base/hex/nearest.js'
import { invalidParameters } from '../../../base/validation/problem.js'
import { type Choice, type Offer, offersOf } from '../mishaps/mishapsOf.js'
import { readsOf } from '../mishaps/reads.js'
import type { Mishap } from '../model/mishap.js'
import type { Run } from '../model/run.js'
import type { Acceptance } from '../options/options.js'
import type { Ran } from '../run/runOnce.js'
import type { Shown } from './tally.js'

/** Mishaps that changed something, and what can go wrong after them. */
type First = {
  /** One, or the two of a pair. */
  readonly mishaps: readonly Mishap[]
  /** What was different, as one text. */
  readonly difference: string
  /** How much of it no other run has shown before. */
  readonly novelty: number
  readonly seconds: { readonly mishap: Mishap; readonly isNew: boolean }[]
  /**
   * How often it was its turn, less what turned out to be new; a mishap of the
   * recovery counts as a third.
   */
  turns: number
}

/** Turns that a pair waits before it becomes one of three. */
const patience = 12

/**
 * Pairs of mishaps, the most telling first, and three of them where a pair shows
 * something new. The last one is drawn from the run that the others made, so
 * that it hits what only a recovery asks for; what breaks alone is in none.
 */
export function createPairs(
  plain: Ran,
  offers: readonly Offer[],
  choice: Choice,
  seed: string,
) {
  const asked = askedIn(plain.run)
  const ids = new Set(
    offers.flatMap(({ mishap, aliases }) =>
      [mishap, ...aliases].map(({ id }) => id),
    ),
  )
  /** What hits nothing of the plain run, or is the user's next attempt. */
  const isNew = ({ id, target, place, user }: Mishap) =>
    user?.type === 'again' || (!ids.has(id) && place > (asked.get(target) ?? 0))
  const firsts: First[] = []
  const broken = new Set<string>()
  const random = createRandom(seed)
  const isBroken = ({ id }: Mishap) => broken.has(id)

  return {
    /** Learns from a run of one mishap, or of more. */
    learn(
      mishaps: readonly Mishap[],
      { run, acts, judged }: Ran,
      { changed, fresh }: Shown,
    ) {
      if (judged !== undefined)
        for (const { id } of mishaps.length === 1 ? mishaps : []) broken.add(id)
      const isSingle = mishaps.length === 1
      const from = firsts.find((one) => isPrefix(one.mishaps, mishaps))
      if (!isSingle && from !== undefined && fresh.length > 0) from.turns--
      const isTelling = isSingle ? changed.length > 0 : fresh.length > 0
      const isWhole = run.mishaps.length === mishaps.length
      if (judged !== undefined || !isWhole || !isTelling) return
      if (mishaps.length === most) return
      const difference = [...changed].sort().join('\n')
      const like = firsts.filter((one) => one.difference === difference)
      const since = Math.max(...run.mishaps.map(({ at }) => at))
      firsts.push({
        mishaps,
        difference,
        novelty: fresh.length,
        seconds: inOrder(
          offersOf(run.timelines, choice, acts),
          mishaps,
          since,
          isNew,
          random,
        ),
        turns: like.length * 4 + (isSingle ? 0 : patience),
      })
    },

    /** The next pair, or three; undefined if none is left. */
    next(): readonly Mishap[] | undefined {
      for (;;) {
        const open = firsts.filter(
          ({ mishaps, seconds }) =>
            seconds.length > 0 && !mishaps.some(isBroken),
        )
        const [first] = open.sort(
          (one, other) =>
            one.turns - other.turns || other.novelty - one.novelty,
        )
        if (first === undefined) return undefined
        const { mishap, isNew } = first.seconds.shift() as First['seconds'][0]
        if (isBroken(mishap)) continue
        first.turns += isNew ? 1 / 3 : 1
        return [...first.mishaps, mishap]
      }
    },
  }
}

/** mishaps in one run */
const most = 3

/** Whether the last one was drawn after the others. */
function isPrefix(
  firsts: readonly Mishap[],
  mishaps: readonly Mishap[],
): boolean {
  return (
    firsts.length === mishaps.length - 1 &&
    firsts.every((one, index) => one === mishaps[index])
  )
}

/**
 * What only the recovery asks for first, and of all that something of every
 * kind before more of any.
 */
function inOrder(
  offers: readonly Offer[],
  firsts: readonly Mishap[],
  since: number,
  isNew: (mishap: Mishap) => boolean,
  random: () => number,
): First['seconds'] {
  const counted = new Map<string, number>()
  return offers
    .filter(
      ({ mishap, at }) =>
        !firsts.some((first) => isExcluded(first, mishap)) &&
        (at === undefined || at >= since),
    )
    .map(({ mishap, rank, at }) => ({
      mishap,
      rank,
      chance: random(),
      isNew: isNew(mishap),
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
}

/** Whether two mishaps of one target cannot both happen to it. */
function isExcluded(one: Mishap, other: Mishap): boolean {
  return (
    one.id === other.id ||
    (one.target === other.target && one.place === other.place) ||
    (one.phase !== undefined && other.phase !== undefined) ||
    (one.wallet !== undefined && other.wallet !== undefined)
  )
}

/** How often a run asks for each thing. */
function askedIn({ timelines }: Run): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  for (const timeline of timelines)
    for (const request of timeline.answeredRequests)
      for (const { target } of readsOf(request, timeline))
        counted.set(target, (counted.get(target) ?? 0) + 1)
  return counted
}

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

/** The same numbers from 0 to 1 for the same seed (mulberry32 of FNV-1a). */
function createRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++)
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * An accepted finding that no run can have hides nothing today, and another one
 * after an edit.
 *
 * @param invariants - Names of those that judge this test.
 * @throws InvalidParametersError
 */
export function checkAccept(
  accept: readonly Acceptance[],
  offered: readonly Mishap[],
  invariants: readonly string[],
): void {
  for (const [index, { mishap, invariant }] of accept.entries()) {
    const path = `accept[${index}]`
    if (!offered.some((one) => isNamed(mishap, one)))
      throw notOffered(`${path}.mishap`, mishap, offered)
    if (invariant === undefined || invariants.includes(invariant)) continue
    const meant = nearest(invariant, invariants)
    throw invalidParameters('explore', [
      {
        path: `${path}.invariant`,
        given: `"${invariant}"`,
        expected: 'the name of an invariant of this test',
        advice:
          meant === undefined
            ? `It has ${invariants.map((name) => `"${name}"`).join(', ')}.`
            : `Did you mean "${meant}"?`,
      },
    ])
  }
}

/**
 * Whether a mishap has this id or name, or one that fits the pattern. `test` of
 * a global pattern would go on from where it found the last one.
 */
export function isNamed(by: string | RegExp, { id, name }: Mishap): boolean {
  return typeof by === 'string'
    ? by === id || by === name
    : id.search(by) >= 0 || name.search(by) >= 0
}

/** That no mishap has a name or fits a pattern, and which one may be meant. */
export function notOffered(
  path: string,
  by: string | RegExp,
  offered: readonly Mishap[],
): PresealError<'InvalidParametersError'> {
  const names = offered.map(({ name }) => name)
  const isName = typeof by === 'string'
  const meant = isName
    ? nearest(by, [...names, ...offered.map(({ id }) => id)])
    : undefined
  return invalidParameters('explore', [
    {
      path,
      given: isName ? `"${by}"` : `${by}`,
      expected: isName
        ? 'the name of a mishap that this test offers'
        : 'a pattern that fits a mishap of this test',
      advice:
        meant === undefined ? offersText(names) : `Did you mean "${meant}"?`,
    },
  ])
}

/** The first of them, and how to see the others. */
function offersText(names: readonly string[]): string {
  if (names.length === 0) return 'It offers none.'
  const shown = names.slice(0, 10).map((name) => `"${name}"`)
  const hidden = names.length - shown.length
  return `It offers ${shown.join(', ')}${hidden > 0 ? ` and ${hidden} more, which mishapsOf lists` : ''}.`
}
