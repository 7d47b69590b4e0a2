import type { Timeline } from '../../timeline/index.js'
import { aimsOf, type Offer } from '../mishaps/mishapsOf.js'
import { isIncluded, readsOf } from '../mishaps/reads.js'
import {
  type Mishap,
  type MishapKind,
  mishapKinds,
  textOf,
} from '../model/mishap.js'
import type { Run } from '../model/run.js'
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
        if (mishaps.length === 1) triedIds.add(id)
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

/** What a run has shown that the plain run has not. */
export type Shown = {
  readonly changed: readonly string[]
  /** What of that no earlier run has shown. */
  readonly fresh: readonly string[]
}

/** Compares runs with the plain one, and with all before them. */
export function createCoverage(plain: Run) {
  const usual = coverageOf(plain)
  const seen = new Set(usual)
  return {
    learn(run: Run): Shown {
      const changed = [...coverageOf(run)].filter((one) => !usual.has(one))
      const fresh = changed.filter((one) => !seen.has(one))
      for (const one of fresh) seen.add(one)
      return { changed, fresh }
    },
  }
}

/**
 * What a run has shown and asked, as texts without times: values that were
 * watched, how often each thing was read and with what end, what became of each
 * transaction, sockets, and errors.
 */
function coverageOf(run: Run): ReadonlySet<string> {
  const { looks, timelines, sent, rejections, consoleErrors } = run
  const covered = new Set<string>()
  for (const [watch, all] of looks)
    for (const { value } of all) covered.add(`${watch} = ${textOf(value)}`)
  const count = new Map<string, number>()
  const counted = (what: string) =>
    void count.set(what, (count.get(what) ?? 0) + 1)
  for (const timeline of timelines) {
    for (const request of timeline.answeredRequests)
      for (const { target } of readsOf(request, timeline))
        counted(`${target} ${request.outcome.type}`)
    for (const { method } of timeline.waitingRequests)
      counted(`${method} waits`)
    for (const { type } of timeline.sockets) counted(`socket ${type}`)
    for (const { hash, moves } of timeline.transactions) {
      const nth = sent.findIndex((one) => one.hash === hash)
      covered.add(`sent ${nth}: ${moves.map(moveText).join()}`)
    }
  }
  for (const [what, times] of count)
    for (let most = magnitude(times); most >= 0; most--)
      covered.add(`${what} ${most}`)
  if (rejections.length > 0) covered.add('a rejection')
  if (consoleErrors.length > 0) covered.add('a console error')
  return covered
}

/** Once, twice, up to four times, up to eight … */
function magnitude(times: number): number {
  return Math.ceil(Math.log2(times))
}

function moveText(
  move: Run['timelines'][number]['transactions'][number]['moves'][number],
): string {
  return 'status' in move ? `${move.type} ${move.status}` : move.type
}
