import type { Timeline } from '../../timeline/index.js'
import { aimsOf } from '../mishaps/aimsOf.js'
import type { Offer } from '../mishaps/offersOf.js'
import type { Tally } from '../model/exploration.js'
import { type Mishap, type MishapKind, mishapKinds } from '../model/mishap.js'
import type { Ran } from '../run/runOnce.js'

/** Nothing was included, nor changed by a step since the test began. */
function isChainIdle({ events }: Timeline): boolean {
  return events.every(
    ({ type, at }) => type !== 'preconfirmed' && (type !== 'step' || at === 0),
  )
}

/** Counts what runs tried, and says what of the plain run none can reach. */
export function createTally(plain: Ran, offers: readonly Offer[]) {
  const unjudged = new Map(
    plain.unjudged.map(({ invariant, text }) => [invariant, text]),
  )
  let tried = 0
  const kinds = new Map<MishapKind, { tried: number; skipped: number }>()
  const triedNames = new Set<string>()
  const skipped = new Set<string>()

  return {
    add({ run, unjudged: still }: Ran, mishaps: readonly Mishap[]) {
      tried++
      const names = new Set(still.map(({ invariant }) => invariant))
      for (const invariant of unjudged.keys())
        if (!names.has(invariant)) unjudged.delete(invariant)
      for (const { kind, name } of mishaps) {
        const tally = kinds.get(kind) ?? { tried: 0, skipped: 0 }
        kinds.set(kind, tally)
        tally.tried++
        triedNames.add(name)
        if (!run.skipped.includes(name)) continue
        tally.skipped++
        skipped.add(name)
      }
    },
    read() {
      const reached = new Set(
        offers.flatMap(({ mishap: { name }, aims }) =>
          skipped.has(name) ? [] : aims,
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
        untried: offers.filter(({ mishap: { name } }) => !triedNames.has(name))
          .length,
        unjudged: [...unjudged].map(([invariant, text]) => ({
          invariant,
          text,
        })),
        isWatched: plain.isWatched,
        isChainIdle: plain.run.timelines.every(isChainIdle),
        skipped: [...skipped],
        unreachable: [...aimsOf(plain.run.timelines)].filter(
          (aim) => !reached.has(aim),
        ),
      }
    },
  }
}
