import type { Timeline } from '../../timeline/index.js'
import { isIncluded } from '../mishaps/blocks.js'
import { aimsOf, type Offer } from '../mishaps/mishapsOf.js'
import { type Mishap, type MishapKind, mishapKinds } from '../model/mishap.js'
import type { Tally } from '../report/report.js'
import type { Ran } from '../run/runOnce.js'

/** Nothing was included, nor changed by a step since the test began. */
function isChainIdle({ events }: Timeline): boolean {
  return events.every(
    (event) => !isIncluded(event) && (event.type !== 'step' || event.at === 0),
  )
}

/** Counts what runs tried, and says what of the plain run none can reach. */
export function createTally(plain: Ran, offers: readonly Offer[]) {
  const unjudged = new Map(
    plain.unjudged.map(({ invariant, text }) => [invariant, text]),
  )
  let tried = 0
  const kinds = new Map<MishapKind, { tried: number; skipped: number }>()
  const triedIds = new Set<string>()
  /** Names by id. */
  const skipped = new Map<string, string>()

  return {
    add({ run, unjudged: still }: Ran, mishaps: readonly Mishap[]) {
      tried++
      const names = new Set(still.map(({ invariant }) => invariant))
      for (const invariant of unjudged.keys())
        if (!names.has(invariant)) unjudged.delete(invariant)
      for (const { kind, id, name } of mishaps) {
        const tally = kinds.get(kind) ?? { tried: 0, skipped: 0 }
        kinds.set(kind, tally)
        tally.tried++
        triedIds.add(id)
        if (!run.skipped.includes(id)) continue
        tally.skipped++
        skipped.set(id, name)
      }
    },
    read() {
      const reached = new Set(
        offers.flatMap(({ mishap: { id }, aims }) =>
          skipped.has(id) ? [] : aims,
        ),
      )
      return {
        tried,
        kinds: Object.fromEntries(
          mishapKinds.flatMap((kind): [MishapKind, Tally][] => {
            const tally = kinds.get(kind)
            return tally === undefined ? [] : [[kind, { ...tally }]]
          }),
        ),
        untried: offers.filter(({ mishap: { id } }) => !triedIds.has(id))
          .length,
        unjudged: [...unjudged].map(([invariant, text]) => ({
          invariant,
          text,
        })),
        isWatched: plain.isWatched,
        isChainIdle: plain.run.timelines.every(isChainIdle),
        skipped: [...skipped.values()],
        unreachable: [...aimsOf(plain.run.timelines)].flatMap(
          ([target, words]) => (reached.has(target) ? [] : [words]),
        ),
      }
    },
  }
}
