import { PresealError } from '../../../base/errors/errors.js'
import { createMockNode, type MockNode } from '../../../index.js'
import {
  endNodes,
  letZeroTimersRun,
  optionsOfChain,
  type Timers,
  testClock,
} from '../../kit/index.js'
import { annotate, readTimeline } from '../../timeline/index.js'
import { createWallet } from '../../wallet/index.js'
import { sentIn } from '../mishaps/sentIn.js'
import type { Body } from '../model/body.js'
import type { Mishap } from '../model/mishap.js'
import type { Run } from '../model/run.js'
import { cleanPage } from './cleanPage.js'
import { createLooks, WatchError } from './createLooks.js'
import { createPace } from './createPace.js'
import { type Drive, driveTo } from './drive.js'
import { hearErrors } from './hearErrors.js'
import { type Judged, judge } from './judge.js'
import { playMishaps } from './playMishaps.js'
import { readActed } from './readActed.js'
import type { RunOptions } from './runOptions.js'
import { trackListeners } from './trackListeners.js'

/** 2026-01-01, as a node has it by default, so that hashes stay the same. */
const start = 1_767_225_600_000

/** How far a run goes on while an invariant cannot be decided. */
const mostLonger = 120_000

/** A run, and what was wrong with it. */
export type Ran = { readonly run: Run; readonly judged: Judged | undefined }

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
  timers.fake(start)
  letZeroTimersRun(() => zeroTimers++)
  const clock = testClock(timers.advance)
  const now = () => clock.now - start
  const errors = hearErrors(now, timers.process?.())
  const stopListeners = trackListeners()
  const nodes = makeNodes(options, clock)
  const wallet = createWallet(nodes, {
    balance: 10n ** 19n,
    faults: 'endpoint',
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
    const misfits = playMishaps(mishaps, { nodes, wallet, after })
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
          'the test passes',
          now(),
          `it threw ${text(error)}`,
          error,
        )
      },
    )
    let end = options.for
    for (;;) {
      after(end - now(), () => {})
      await driveTo(end, drive)
      look()
      if (!isOver && failure === undefined)
        failure = wrong(
          'the test ends',
          now(),
          `it was not over after ${now()} ms`,
        )
      const run = readRun(misfits)
      failure ??= judge(run, looks.watched, options.invariants, plain)
      const longer = failure?.undecidedUntil
      if (longer === undefined || end >= options.for + mostLonger) {
        const judged = longer === undefined ? failure : undefined
        return { run, judged }
      }
      failure = undefined
      end = Math.min(Math.max(longer, end + 1), options.for + mostLonger)
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
      if (!(error instanceof WatchError)) throw error
      const { message } = error
      failure = wrong('what is watched can be seen', now(), message, error)
    }
  }

  function readRun(misfits: ReadonlySet<Mishap>): Run {
    const timelines = nodes.map((node) => readTimeline(node))
    const acted = mishaps.flatMap((mishap, index) =>
      misfits.has(mishap) ? [] : (readActed(mishap, index, timelines) ?? []),
    )
    const answeredRequests = timelines
      .flatMap((timeline) => timeline.answeredRequests)
      .sort((one, other) => one.at - other.at)
    return {
      looks: looks.read(),
      answeredRequests,
      sent: sentIn(answeredRequests),
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

function makeNodes({ nodes }: RunOptions, clock: ReturnType<typeof testClock>) {
  return nodes.map((given) => {
    const { chain, abis, names, ...options } =
      typeof given === 'function' ? given() : given
    const node = createMockNode({
      timestamp: BigInt(Math.floor(start / 1_000)),
      requestHistory: 100_000,
      ...optionsOfChain(chain, options.profile),
      ...options,
      clock,
    })
    annotate(node, { abis, names })
    return node
  })
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
  // What preseal says of a mistake in the test is no finding.
  return { watch: undefined, invariant, at, text: said, cause }
}

function text(error: unknown): string {
  if (error instanceof PresealError) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message.split('\n')[0]}`
    : `${error}`
}
