import { fakesInUse } from '../../base/clock/timeSource.js'
import { PresealError } from '../../base/errors/errors.js'
import { captureStack } from '../../base/errors/stack.js'
import type { MockNode } from '../../index.js'
import { formatTimeline } from '../timeline/index.js'
import {
  type AsyncOptions,
  checkNotExploring,
  endNodes,
} from './advanceNodes.js'
import { createAsyncVerbs } from './asyncVerbs.js'
import {
  type OtherOrigins,
  placeWebSocket,
  watchOrigins,
} from './runner/otherOrigins.js'
import type { EndTest, Runner } from './runner/runner.js'
import { missesError, warnOfLeaks } from './story/afterTest.js'
import { rememberCalls } from './story/callPlaces.js'
import { watchShown } from './story/shownPages.js'
import {
  formatSilence,
  isAskedElsewhere,
  type MadeNode,
} from './story/silence.js'
import { formatSleeps } from './story/sleeps.js'
import {
  appendText,
  appendTrace,
  failureText,
  formatStories,
  prependText,
} from './story/stories.js'
import { watchMarks } from './story/watchMarks.js'
import {
  checkNodeOptions,
  readTestNode,
  type TestNodeOptions,
} from './testNodeOptions.js'
import { letZeroTimersRun } from './timers/passTime.js'
import { type TestClock, testClock } from './timers/testClock.js'
import { type ReadSleeps, watchSleeps } from './timers/watchSleeps.js'

/** The functions for a test file. */
export type Kit = {
  /**
   * A node for this test alone, on fake timers that move it together with the
   * code under test. After the test it is disposed of and real timers are back.
   *
   * @example
   * const node = testNode({ accounts: { [alice]: { balance: 1n } } })
   *
   * @param options - As of `createMockNode`; its clock is the timers'. `abis`
   * and `names` are for the story of the test, should it fail.
   * @throws MisuseError if no test runs.
   * @throws InvalidParametersError if it is given a clock.
   * @throws ClockError if only timers are fake, or only `Date`.
   */
  readonly testNode: (options?: TestNodeOptions) => MockNode

  /**
   * Advances to the next beat of the test's nodes, of whichever comes first,
   * then waits until all that was asked is answered and shown.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * await nextBeatAsync()
   *
   * @throws NothingAheadError naming the requests that are still not answered
   * after 50 rounds, such as one that a fault holds back.
   * @throws NothingAheadError if no beat will come.
   * @throws MisuseError if the test has no node, or only disposed ones.
   */
  readonly nextBeatAsync: (options?: AsyncOptions) => Promise<void>

  /**
   * Advances to the next block boundary of the test's nodes, of whichever comes
   * first, then waits as `nextBeatAsync` does.
   *
   * @example
   * await nextBlockAsync() // what was pending is now latest, and shown
   *
   * @throws as `nextBeatAsync` does.
   */
  readonly nextBlockAsync: (options?: AsyncOptions) => Promise<void>

  /**
   * Advances by `ms`, through all beats, timers and delays on the way, then
   * waits until what was answered is shown. Requests may stay open.
   *
   * @example
   * await advanceAsync(700)
   *
   * @param ms - A whole number.
   * @throws InvalidParametersError for any other number.
   * @throws MisuseError if the test has no node, or only disposed ones.
   */
  readonly advanceAsync: (ms: number, options?: AsyncOptions) => Promise<void>
}

/** Of a test that waits for what nobody does. */
const longerIsNoHelp = 'A longer time-out will not help.'

const nothing: OtherOrigins = { http: new Map(), sockets: new Map() }

/** The kit of one test file. */
export function createKit(runner: Runner): Kit {
  const { timers } = runner
  let made: MadeNode[] = []
  let clocks: TestClock[] = []
  /** Of the test. */
  let file: string | undefined
  let isOurs = false
  let jestBefore: PropertyDescriptor | undefined
  let sleeps: ReadSleeps = () => []
  let readOrigins: (() => OtherOrigins) | undefined
  let marks: (() => Promise<void>)[] = []
  let readShown: ReturnType<typeof watchShown>
  const nodes = () => made.map(({ node }) => node)
  const { end, ...verbs } = createAsyncVerbs({
    runner,
    nodes,
    sleeps: () => sleeps(),
    async onSettled() {
      for (const mark of marks) await mark()
    },
  })
  placeWebSocket()

  /** testing-library asks for fake timers by a global `jest`. */
  function showJest() {
    jestBefore = Object.getOwnPropertyDescriptor(globalThis, 'jest')
    if (jestBefore !== undefined) return
    Object.defineProperty(globalThis, 'jest', {
      configurable: true,
      value: { advanceTimersByTime: timers.advance },
    })
  }

  const finish: EndTest = ({ errors, title, isConcurrent = false }) => {
    const ended = nodes()
    let pages: string[] = []
    const [error] = errors
    const others = readOrigins?.() ?? nothing
    const timeOut = timeOutIn(error?.message, runner.timedOut)
    const failure = error && failureText(error)
    const shown = readShown?.() ?? []
    const { wasRunning, unawaited, hint } = end(error !== undefined, timeOut)
    const missed = missesError(ended)
    if (error !== undefined) {
      // No timer is at fault if time moves, or if somebody else is asked.
      const slept =
        timeOut === undefined || wasRunning || isAskedElsewhere(made, others)
          ? ''
          : formatSleeps(timeOut, sleeps)
      const source = { file, spy: runner.spy }
      // Such an error says itself how to go on.
      const isExhausted = error.reason === 'beat' || error.reason === 'block'
      const silence = isExhausted ? '' : formatSilence(made, others, source)
      const causes = [hint, silence, slept].filter((text) => text !== '')
      if (timeOut === undefined) {
        for (const text of causes) appendText(error, text)
      } else if (causes.length > 0) {
        const isSlow = hint !== ''
        prependText(
          error,
          [...causes, ...(isSlow ? [] : [longerIsNoHelp])].join('\n\n'),
        )
      }
      // Appended once: an AggregateError is printed as many errors.
      appendTrace(error, formatStories(ended, title))
      if (missed !== undefined) appendText(error, missed.message)
      if (arePagesWanted())
        pages = ended.map((node) =>
          formatTimeline(node, { as: 'html', title, failure, shown }),
        )
    } else warnOfLeaks(ended, title)
    endNodes(ended, clocks)
    made = []
    file = undefined
    clocks = []
    marks = []
    readShown = undefined
    readOrigins = undefined
    if (isOurs) {
      isOurs = false
      sleeps = () => []
      timers.restore()
      if (jestBefore === undefined) Reflect.deleteProperty(globalThis, 'jest')
    }
    if (isConcurrent) throw concurrentError()
    if (unawaited !== undefined) throw unawaited
    if (missed !== undefined && error === undefined) throw missed
    return pages
  }

  function waitForEnd() {
    try {
      runner.whenTestEnds(finish)
    } catch (cause) {
      throw outsideTestError(cause)
    }
  }

  return {
    testNode(given = {}) {
      checkNodeOptions(given)
      checkNotExploring(
        'testNode',
        'Use the node that explore passes to its function, and set its options with the option "node" of explore.',
      )
      if (made.length === 0) waitForEnd()
      file ??= runner.testFile(captureStack())
      const { start, chain, isWatching, mark, make } = readTestNode(given)
      placeWebSocket()
      if (fakesInUse() === undefined) {
        timers.fake(start)
        letZeroTimersRun()
        sleeps = watchSleeps()
        showJest()
        isOurs = true
      }
      const clock = testClock(timers.advance)
      const node = make(clock)
      if (arePagesWanted()) {
        rememberCalls(node)
        readShown ??= watchShown(node)
      }
      if (mark !== undefined) marks.push(watchMarks(node, mark))
      if (isWatching) readOrigins ??= watchOrigins()
      made.push({ node, chain, request: node.provider.request })
      clocks.push(clock)
      return node
    },
    ...verbs,
  }
}

/** ms of real time after which the runner gave up on the test. */
function timeOutIn(message = '', timedOut: RegExp): number | undefined {
  const [, ms] = timedOut.exec(message) ?? []
  return ms === undefined ? undefined : Number(ms)
}

/** `preseal/reporter` says so. */
function arePagesWanted(): boolean {
  const { process } = globalThis as {
    process?: { env?: { PRESEAL_PAGES?: string } }
  }
  return process?.env?.PRESEAL_PAGES === '1'
}

/** They share fake timers, and end each other's nodes. */
function concurrentError(): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    "testNode: the test runs beside others, and they share one set of fake timers. Leave out .concurrent, or call createMockNode({ clock: 'virtual' }), which has a clock of its own.",
    { reason: 'concurrent' },
  )
}

function outsideTestError(cause: unknown): PresealError<'MisuseError'> {
  return new PresealError(
    'MisuseError',
    'testNode: a node was requested outside a test, so no test would end it. Call testNode inside a test or in beforeEach, or createMockNode for a node of several tests.',
    { reason: 'outsideTest', cause },
  )
}
