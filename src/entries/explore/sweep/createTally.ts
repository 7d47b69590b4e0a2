import { readsOf } from '../mishaps/readsOf.js'
import type { Tally } from '../model/exploration.js'
import { type Mishap, type MishapKind, mishapKinds } from '../model/mishap.js'
import type { Run } from '../model/run.js'

/** Counts what runs tried, and what of the plain run they reached. */
export function createTally(plain: Run) {
  const kinds = new Map<MishapKind, { tried: number; skipped: number }>()
  const skipped = new Set<string>()
  const reached = new Set<string>()
  let tried = 0

  return {
    add(run: Run, mishaps: readonly Mishap[]) {
      tried++
      for (const { kind, name } of mishaps) {
        const tally = kinds.get(kind) ?? { tried: 0, skipped: 0 }
        kinds.set(kind, tally)
        tally.tried++
        if (!run.skipped.includes(name)) continue
        tally.skipped++
        skipped.add(name)
      }
      for (const read of readsIn(run, isReached)) reached.add(read)
    },
    read: () => ({
      tried,
      kinds: Object.fromEntries(
        mishapKinds.flatMap((kind): [MishapKind, Tally][] => {
          const tally = kinds.get(kind)
          return tally === undefined ? [] : [[kind, { ...tally }]]
        }),
      ),
      skipped: [...skipped],
      unreached: [...readsIn(plain, () => true)].filter(
        (read) => !reached.has(read),
      ),
    }),
  }
}

/** By a fault, or by the user. */
function isReached({ faults, outcome, via }: Request): boolean {
  return (
    faults.length > 0 ||
    (via === 'wallet' &&
      outcome.type === 'error' &&
      outcome.error.code === 4001)
  )
}

type Request = Run['timelines'][number]['answeredRequests'][number]

function readsIn(run: Run, fits: (request: Request) => boolean): Set<string> {
  return new Set(
    run.timelines.flatMap((timeline) =>
      timeline.answeredRequests
        .filter((request) => request.method !== null && fits(request))
        .flatMap((request) => readsOf(request, timeline)),
    ),
  )
}
