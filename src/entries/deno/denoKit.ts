import { findFakes } from '../../base/clock/timeSource.js'
import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import {
  checkRunner,
  createKit,
  fileOfTest,
  type Kit,
  type Runner,
} from '../kit/index.js'
import { createOwnTimers, createReportingTest } from '../ownTimers/index.js'

checkRunner('deno')

const reporting = createReportingTest(Deno.test)

/**
 * `Deno.test`, in which `testNode` can be called: Deno tells nobody else when a
 * test ends, and how.
 *
 * @example
 * import { test, testNode } from 'preseal/deno'
 *
 * test('a payment', async () => {
 *   const node = testNode()
 * })
 */
export const test: typeof Deno.test = reporting.test

/** Of sinon, say, if the test has faked time by itself. */
const moveFaked = (ms: number) => void findFakes().timers?.tick?.(ms)

const timers = createOwnTimers({
  advance: moveFaked,
  toNext: () => moveFaked(1),
  count: () => 1,
})

const runner: Runner = {
  timers,
  toNextTimer: timers.toNextTimer,
  whenTestEnds(end) {
    const own = reporting.running()
    if (own === undefined)
      throw new Error("No test of preseal/deno's test runs.")
    own.end = end
  },
  // It knows no time-out.
  timedOut: /timed out after (\d+) ?ms/,
  longer: () => 'a longer --test-timeout',
  declare: {
    test: (name, run) => Deno.test(name, run),
    // biome-ignore lint/suspicious/noFocusedTests: it declares one
    only: (name, run) => Deno.test.only(name, run),
    skip: (name, run) => Deno.test.ignore(name, run),
  },
  spy: "stub(node.provider, 'request')",
  testFile: fileOfTest,
}

/** The kit, in deno test. */
export const { testNode, nextBeatAsync, nextBlockAsync, advanceAsync }: Kit =
  createKit(runner)

/**
 * Declares a test that runs again and again, each time with one mishap, and
 * fails with the first mishap that breaks it.
 *
 * @example
 * explore('the balance is right', ({ node, watch }) => {
 *   const app = createApp(node.provider)
 *   watch('balance', () => app.balance, [wasTrue({ address: bob })])
 * })
 */
export const explore: ExploreTest = createExplore(runner)
