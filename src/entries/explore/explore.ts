import { PresealError } from '../../base/errors/errors.js'
import { display } from '../../base/hex/display.js'
import { isExploring, realNow, setExploring, withoutAct } from '../kit/index.js'
import { offersOf } from './mishaps/offersOf.js'
import type { Body } from './model/body.js'
import type {
  AcceptedFinding,
  Exploration,
  Finding,
} from './model/exploration.js'
import type { Mishap } from './model/mishap.js'
import type { PureOptions } from './options/options.js'
import { invalidOptionsError, parseOptions } from './options/parseOptions.js'
import { findMistake } from './run/findMistake.js'
import { type Ran, runOnce } from './run/runOnce.js'
import { checkAccept } from './sweep/checkAccept.js'
import { createTally } from './sweep/createTally.js'
import { isNamed } from './sweep/isNamed.js'
import { notOffered } from './sweep/notOffered.js'
import { pairsOf } from './sweep/pairsOf.js'
import { runPlain } from './sweep/runPlain.js'
import { shrink } from './sweep/shrink.js'
import { toFinding } from './sweep/toFinding.js'

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
 * @throws InvalidOptionsError naming every option that is wrong.
 */
export async function explore(
  body: Body,
  given: PureOptions,
): Promise<Exploration> {
  if (isExploring()) throw reentrantCallError()
  if (typeof body !== 'function')
    throw invalidOptionsError([
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
  const run = async (mishaps: readonly Mishap[], plain?: Ran['run']) => {
    const ran = await runOnce(body, mishaps, options, timers, plain)
    const mistake = findMistake(ran)
    if (mistake !== undefined) throw mistake
    return ran
  }
  const plain = await runPlain(() => run([]))
  const findings: Finding[] = []
  const accepted = new Map<string, AcceptedFinding>()
  const excused = new Set<(typeof accept)[number]>()
  const offers = offersOf(plain.run.timelines, options.unfair)
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
    findings.push(toFinding(plain.run, plain.judged, []))
    return exploration('finding')
  }

  async function attempt(mishaps: readonly Mishap[]) {
    const ran = await run(mishaps, plain.run)
    const { judged } = ran
    tally.add(ran, mishaps)
    if (judged === undefined) return
    const finding = toFinding(ran.run, judged, mishaps)
    const excuse = accept.find(
      ({ mishap, invariant = finding.invariant }) =>
        invariant === finding.invariant &&
        mishaps.some(({ name }) => isNamed(mishap, name)),
    )
    if (excuse === undefined) {
      findings.push(await least(finding))
      return
    }
    excused.add(excuse)
    const name = mishaps.map((mishap) => mishap.name).join(', and ')
    accepted.set(`${finding.invariant} ${name}`, {
      invariant: finding.invariant,
      mishap: name,
      reason: excuse.reason,
    })
  }

  async function least(finding: Finding): Promise<Finding> {
    if (finding.mishaps.length < 2) return finding
    let smallest = finding
    await shrink(finding.mishaps, async (mishaps) => {
      const { run: ran, judged } = await run(mishaps, plain.run)
      if (judged === undefined) return false
      const found = toFinding(ran, judged, mishaps)
      if (found.invariant !== finding.invariant) return false
      smallest = found
      return true
    })
    return smallest
  }

  const all = [...options.examples, ...singles]
  const chosen = choose(all, options)
  const pairs = pairsOf(chosen, options.pairs, options.seed ?? 'preseal')
  // By its name a mishap is the same one after the test was edited.
  const named = [...all, ...offers.flatMap(({ aliases }) => aliases)]
  const found = options.found.map((mishaps) =>
    mishaps.map(
      (mishap) => named.find(({ name }) => name === mishap.name) ?? mishap,
    ),
  )
  const known = [...named, ...found.flat()]
  checkAccept(accept, known, plain.invariants)
  const planned =
    only === undefined
      ? [...found, ...chosen.map((mishap) => [mishap]), ...pairs]
      : [[find(only, known)]]
  for (const [index, mishaps] of planned.entries()) {
    if (findings.length >= options.bail) return exploration('finding')
    if (realNow() - began > options.timeLimit) return exploration('timeLimit')
    await attempt(mishaps)
    options.onRun?.({ tried: index + 1, of: planned.length })
  }
  return exploration(null)
}

/** The shard's part of the first `runs` mishaps. */
function choose(
  all: readonly Mishap[],
  { runs, shard = '1/1' }: { runs: number; shard?: string | undefined },
): Mishap[] {
  const [part = 1, of = 1] = shard.split('/').map(Number)
  return all.slice(0, runs).filter((_, index) => index % of === part - 1)
}

function find(only: string, offered: readonly Mishap[]): Mishap {
  const found = offered.find(({ name }) => name === only)
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
