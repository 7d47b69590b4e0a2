import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { invalidParameters } from '../../base/validation/problem.js'
import { isExploring, realNow, setExploring, withoutAct } from '../kit/index.js'
import { type Offer, offersOf } from './mishaps/mishapsOf.js'
import { type Mishap, textOf } from './model/mishap.js'
import type { Body } from './model/run.js'
import { type PureOptions, parseOptions } from './options/options.js'
import {
  type AcceptedFinding,
  type Exploration,
  type Finding,
  toFinding,
} from './report/report.js'
import { findMistake } from './run/errors.js'
import { type Ran, runOnce } from './run/runOnce.js'
import {
  checkAccept,
  createPairs,
  createSingles,
  isNamed,
  notOffered,
} from './sweep/plans.js'
import { runPlain } from './sweep/runPlain.js'
import { shrink } from './sweep/shrink.js'
import { createCoverage, createTally } from './sweep/tally.js'

/**
 * Runs a test of an application again and again, each time with one failure of
 * the network, and returns the failures that break it.
 *
 * @example
 * const { findings } = await explore(
 *   ({ node, watch }) => {
 *     const app = createApp(node.provider)
 *     watch('balance', () => app.balance, [wasTrue({ address: bob })])
 *   },
 *   { timers: FakeTimers },
 * )
 *
 * @param body - The test. It must create all state of the application anew in
 * each run.
 * @throws ExplorationError if the exploration would prove nothing: two runs
 * without mishaps differ, no node gets a request, the test does not end on the
 * plain network, or the test itself is wrong, such as a contract's function that
 * throws.
 * @throws ReentrantCallError if another exploration is running.
 * @throws InvalidParametersError naming every option that is wrong.
 */
export async function explore(
  body: Body,
  given: PureOptions,
): Promise<Exploration> {
  if (isExploring()) throw reentrantCallError()
  if (typeof body !== 'function')
    throw invalidParameters('explore', [
      {
        path: '',
        given: display(body),
        expected: 'a function, the test to explore',
      },
    ])
  const options = parseOptions(given)
  const { timers } = options
  setExploring(true)
  try {
    return await withoutAct(() => sweep(body, options))
  } finally {
    timers.restore()
    setExploring(false)
  }
}

async function sweep(
  body: Body,
  options: ReturnType<typeof parseOptions>,
): Promise<Exploration> {
  const { timers, accept, only } = options
  const began = realNow()
  const run = async (
    mishaps: readonly Mishap[],
    plain?: Ran,
    areShotsKept = false,
  ) => {
    const ran = await runOnce(
      body,
      mishaps,
      options,
      timers,
      plain,
      areShotsKept,
    )
    const mistake = findMistake(ran)
    if (mistake !== undefined) throw mistake
    return ran
  }
  const plain = await runPlain(() => run([]))
  const findings: Finding[] = []
  const accepted = new Map<string, AcceptedFinding>()
  const excused = new Set<(typeof accept)[number]>()
  const offers = offersOf(plain.run.timelines, options, plain.acts)
  const singles = offers.map(({ mishap }) => mishap)
  const tally = createTally(plain, offers)
  const exploration = (
    endedEarlyBy: Exploration['endedEarlyBy'],
  ): Exploration => ({
    findings,
    accepted: [...accepted.values()],
    acceptedInVain: accept.flatMap((one) =>
      excused.has(one) ? [] : [`${one.mishap}`],
    ),
    offered: singles.length,
    ...tally.read(),
    endedEarlyBy,
    ms: Math.round(realNow() - began),
  })
  if (plain.judged !== undefined) {
    const { shown } = await run([], undefined, true)
    findings.push({ ...toFinding(plain.run, plain.judged, []), shown })
    return exploration('finding')
  }

  const pairs = createPairs(plain, offers, options, options.seed ?? 'preseal')
  const causes = new Map<string, Finding>()

  async function attempt(mishaps: readonly Mishap[], isFound: boolean) {
    const ran = await run(mishaps, plain)
    tally.add(ran, mishaps)
    if (ran.judged !== undefined)
      await judgeFinding(toFinding(ran.run, ran.judged, mishaps), isFound)
    const shown = coverage.learn(ran.run)
    const [first] = mishaps
    if (first !== undefined && mishaps.length === 1) next.learn(first, shown)
    if (options.pairs > 0) pairs.learn(mishaps, ran, shown)
  }

  async function judgeFinding(finding: Finding, isFound: boolean) {
    const { mishaps } = finding
    const excuse = accept.find(
      ({ mishap, invariant = finding.invariant }) =>
        invariant === finding.invariant &&
        mishaps.some((one) => isNamed(mishap, one)),
    )
    if (excuse !== undefined) {
      excused.add(excuse)
      const name = nameOfAll(mishaps)
      accepted.set(`${finding.invariant} ${name}`, {
        invariant: finding.invariant,
        mishap: name,
        reason: excuse.reason,
      })
      return
    }
    const cause = causeOf(finding)
    const known = causes.get(cause)
    if (known !== undefined) {
      const alike = [...known.alike, nameOfAll(mishaps)]
      const told = { ...known, alike }
      causes.set(cause, told)
      findings[findings.indexOf(known)] = told
      return
    }
    const smallest = isFound ? finding : await least(finding)
    const { shown } = await run(smallest.mishaps, plain, true)
    const told = { ...smallest, shown }
    causes.set(cause, told)
    findings.push(told)
  }

  async function least(finding: Finding): Promise<Finding> {
    let smallest = finding
    await shrink(finding.mishaps, async (mishaps) => {
      const { run: ran, judged } = await run(mishaps, plain)
      if (judged === undefined) return false
      const found = toFinding(ran, judged, mishaps)
      if (found.invariant !== finding.invariant) return false
      smallest = found
      return true
    })
    return smallest
  }

  const all = [...options.examples, ...singles]
  const part = partOf(options.examples, offers, options)
  // By its id a mishap is the same one after the test was edited.
  const offered = [...all, ...offers.flatMap(({ aliases }) => aliases)]
  const found = options.found.map((mishaps) =>
    mishaps.map(
      (mishap) => offered.find(({ id }) => id === mishap.id) ?? mishap,
    ),
  )
  const known = [...offered, ...found.flat()]
  checkAccept(accept, known, plain.invariants)
  const planned =
    only === undefined
      ? [...found, ...part.examples.map((mishap) => [mishap])]
      : [[find(only, known)]]
  const isKept = ({ id }: Mishap) =>
    found.some((mishaps) => mishaps.length === 1 && mishaps[0]?.id === id)
  const unkept = part.offers.filter(({ mishap }) => !isKept(mishap))
  // Who asks for 200 gets 200, with the kept ones among them.
  const kept = part.offers.length - unkept.length
  const more = only === undefined ? Math.max(0, part.runs - kept) : 0
  const alone = planned.length + more
  const of = alone + (only === undefined ? options.pairs : 0)
  const coverage = createCoverage(plain.run)
  const next = createSingles(unkept)
  const nextSingle = () => {
    const mishap = next.next()
    return mishap && [mishap]
  }
  let tried = 0
  for (;;) {
    const mishaps =
      planned[tried] ??
      (tried < alone ? nextSingle() : tried < of ? pairs.next() : undefined)
    if (mishaps === undefined) return exploration(null)
    if (findings.length >= options.bail) return exploration('finding')
    if (realNow() - began > options.timeLimit) return exploration('timeLimit')
    // Which returns nothing: else a run is kept alive during the next.
    await attempt(mishaps, tried < found.length)
    tried++
    options.onRun?.({ tried, of })
  }
}

/**
 * What is likely to be one mistake of the application: the same law, broken by
 * mishaps of the same kinds, with the same value shown; and where nothing is
 * watched, with the same thing hit.
 */
function causeOf({ invariant, mishaps, looks, at }: Finding): string {
  const look = looks.filter((one) => one.at <= at).at(-1)
  return textOf([
    invariant,
    mishaps.map(({ kind, target }) =>
      looks.length === 0 ? [kind, target] : kind,
    ),
    look?.value,
  ])
}

function nameOfAll(mishaps: readonly Mishap[]): string {
  return mishaps.map(({ name }) => name).join(', and ')
}

/** The shard's part of the examples, of what is offered, and of `runs`. */
function partOf(
  examples: readonly Mishap[],
  offers: readonly Offer[],
  { runs, shard = '1/1' }: { runs: number; shard?: string | undefined },
) {
  const [part = 1, of = 1] = shard.split('/').map(Number)
  const isMine = (index: number) => index % of === part - 1
  const mine = <one>(all: readonly one[], before = 0) =>
    all.filter((_, index) => isMine(before + index))
  return {
    examples: mine(examples),
    offers: mine(offers, examples.length),
    runs: mine(offers.slice(0, runs), examples.length).length,
  }
}

function find(only: string, offered: readonly Mishap[]): Mishap {
  const found = offered.find((mishap) => isNamed(only, mishap))
  if (found === undefined) throw notOffered('only', only, offered)
  return found
}

function reentrantCallError(): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    'explore: another exploration is running, and each needs the timers to itself. Await it first, and do not call explore inside an explored test.',
    { reason: 'exploration' },
  )
}
