import { isPresealError, PresealError } from '../../../base/errors/errors.js'
import type { MockNode } from '../../../index.js'
import {
  endNodes,
  letZeroTimersRun,
  placeWebSocket,
  type Timers,
  testClock,
} from '../../kit/index.js'
import { readTimeline } from '../../timeline/index.js'
import { createWallet } from '../../wallet/index.js'
import { sentIn } from '../mishaps/reading/sentIn.js'
import { basics } from '../model/basics.js'
import type { Body } from '../model/body.js'
import { errorText } from '../model/errorText.js'
import type { Mishap } from '../model/mishap.js'
import type { Run } from '../model/run.js'
import { createLooks } from './createLooks.js'
import { type Drive, driveTo } from './drive.js'
import { hearErrors } from './hearErrors.js'
import { type Judged, judge, type UnjudgedInvariant } from './judge.js'
import { cleanPage } from './page/cleanPage.js'
import { createPace } from './page/createPace.js'
import { trackListeners } from './page/trackListeners.js'
import { type Played, playMishaps } from './playMishaps.js'
import { readActed } from './readActed.js'
import { readNodes } from './readNodes.js'
import type { RunOptions } from './runOptions.js'

/** How far a run goes on while an invariant cannot be decided. */
const mostLonger = 120_000

/** A run, and what was wrong with it. */
export type Ran = {
  readonly run: Run
  readonly judged: Judged | undefined
  /** The invariants that had nothing to judge. */
  readonly unjudged: readonly UnjudgedInvariant[]
  /** Names of all that judged the run. */
  readonly invariants: readonly string[]
  /** Whether there is any invariant of the test's own. */
  readonly isWatched: boolean
}

/** Runs the test once, on a network with these mishaps. */
export async function runOnce(
  body: Body,
  mishaps: readonly Mishap[],
  options: RunOptions,
  timers: Timers,
  plain?: Run,
): Promise<Ran> {
  let zeroTimers = 0
  let answered = 0
  const { start, make } = readNodes(options.nodes)
  // vitest 3 leaves timers that are fake already as they are, and their time.
  timers.restore()
  timers.fake(start)
  placeWebSocket()
  const endZeroTimers = letZeroTimersRun(() => zeroTimers++)
  const clock = testClock(timers.advance)
  const now = () => clock.now - start
  const errors = hearErrors(now, timers.process?.())
  const stopListeners = trackListeners()
  const nodes = make(clock)
  const wallet = createWallet(nodes, {
    balance: 10n ** 19n,
    endpointFaults: true,
    ...options.wallet,
  })
  const looks = createLooks()
  const ends: (() => void)[] = []
  for (const node of nodes) node.on('answered', () => answered++)
  const after = (ms: number, callback: () => void) =>
    void clock.setTimeout(callback, ms)
  let failure: Judged | undefined
  let isOver = false
  const activity = () => zeroTimers + answered + Number(isOver)
  const pace = createPace(activity)
  const drive: Drive = {
    timers,
    now,
    activity,
    look() {
      if (pace.isDue(now())) look()
    },
  }

  try {
    const played = playMishaps(mishaps, { nodes, wallet, now, after })
    const phase = mishaps.find((mishap) => mishap.phase !== undefined)?.phase
    if (phase !== undefined) timers.advance(phase)
    const [node] = nodes as [MockNode]
    const running = begin(() =>
      body({
        node,
        nodes,
        wallet,
        watch: looks.watch,
        onEnd: (callback) => void ends.push(callback),
        wait: (ms) =>
          new Promise((resolve) => clock.setTimeout(() => resolve(), ms)),
      }),
    )
    running.then(
      (end) => {
        isOver = true
        if (typeof end === 'function') ends.push(end as () => void)
      },
      (error: unknown) => {
        isOver = true
        failure ??= wrong(
          basics.passes,
          now(),
          `it threw ${text(error)}`,
          error,
        )
      },
    )
    let end = options.duration
    for (;;) {
      after(end - now(), () => {})
      const stuck = await driveTo(end, drive)
      look()
      if (stuck !== undefined) {
        failure ??= wrong(basics.goesOn, now(), stuck)
        // Else they go on in the next run.
        endZeroTimers()
      }
      if (!isOver && failure === undefined)
        failure = wrong(basics.ends, now(), `it was not over after ${now()} ms`)
      const run = readRun(played)
      const said = judge(run, looks.watched, options.invariants, plain)
      failure ??= said.judged
      const longer = failure?.undecidedUntil
      if (longer === undefined || end >= options.duration + mostLonger) {
        const judged = longer === undefined ? failure : undefined
        const { unjudged, names } = said
        const isWatched =
          options.invariants.length > 0 ||
          looks.watched.some(({ invariants }) => invariants.length > 0)
        const invariants = [...Object.values(basics), ...names]
        return { run, judged, unjudged, invariants, isWatched }
      }
      failure = undefined
      end = Math.min(Math.max(longer, end + 1), options.duration + mostLonger)
    }
  } finally {
    errors.stop()
    pace.stop()
    for (const end of ends.reverse()) end()
    endNodes(nodes, [clock])
    stopListeners()
    cleanPage()
  }

  function look() {
    if (failure !== undefined) return
    try {
      looks.look(now())
    } catch (error) {
      if (
        !isPresealError(error, 'ExplorationError') ||
        error.reason !== 'watch'
      )
        throw error
      const { message } = error
      failure = wrong(basics.isSeen, now(), message, error)
    }
  }

  function readRun({ misfits, failed }: Played): Run {
    const timelines = nodes.map((node) => readTimeline(node))
    const acted = mishaps.flatMap((mishap, index) =>
      misfits.has(mishap)
        ? []
        : (readActed(mishap, index, timelines, failed.get(mishap)) ?? []),
    )
    const answeredRequests = timelines
      .flatMap((timeline) => timeline.answeredRequests)
      .sort((one, other) => one.at - other.at)
    return {
      looks: looks.read(),
      answeredRequests,
      sent: timelines.flatMap(sentIn).sort((one, other) => one.at - other.at),
      timelines,
      nodes,
      wallet,
      mishaps: acted,
      skipped: mishaps
        .filter((mishap) => !acted.some((one) => one.mishap === mishap))
        .map(({ name }) => name),
      rejections: [...errors.rejections],
      consoleErrors: [...errors.consoleErrors],
      now: now(),
    }
  }
}

async function begin(body: () => unknown): Promise<unknown> {
  return body()
}

function wrong(
  invariant: string,
  at: number,
  said: string,
  cause?: unknown,
): Judged {
  return { watch: undefined, invariant, at, text: said, cause }
}

function text(error: unknown): string {
  if (error instanceof PresealError) return error.message
  return errorText(error)
}
