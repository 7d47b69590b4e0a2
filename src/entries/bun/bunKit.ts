import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import {
  createKit,
  fileOfTest,
  type Kit,
  type Runner,
  realNow,
} from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { createOwnTimers, createReportingTest } from '../ownTimers/index.js'
import { bunTest } from './bunTest.js'

declare module 'bun:test' {
  interface Matchers<T = unknown> extends NodeMatchers<void> {}
}

const { expect, jest, onTestFinished } = bunTest
expect.extend(matchers)

const reporting = createReportingTest(bunTest.test)

/**
 * Bun's `test`: with this one, the error of a failing test says what happened.
 *
 * @example
 * import { test, testNode } from 'preseal/bun'
 *
 * test('a payment', async () => {
 *   const node = testNode()
 * })
 */
export const test: typeof bunTest.test = reporting.test

const timers = createOwnTimers({
  advance: (ms) => void jest.advanceTimersByTime(ms),
  toNext: () => void jest.advanceTimersToNextTimer(),
  count: () => jest.getTimerCount(),
})

const runner: Runner = {
  timers,
  toNextTimer: timers.toNextTimer,
  whenTestEnds(end) {
    const own = reporting.running()
    if (own !== undefined) own.fail = end
    // Outside a test it throws; behind all hooks, which may unmount what asks.
    onTestFinished(() => {
      const title = own?.title ?? ''
      if (own === undefined || own.isSettled) {
        end({ errors: [], title })
        return
      }
      const message = `"${title}" timed out after ${Math.round(realNow() - own.began)} ms`
      const error = { message }
      end({ errors: [error], title })
      // biome-ignore lint/suspicious/noConsole: bun prints no error for it
      console.error(error.message)
    })
  },
  timedOut: /timed out after (\d+) ?ms/,
  longer: (ms) => `test(name, fn, ${ms})`,
  declare: {
    test: bunTest.test,
    // In CI, Bun throws as soon as it is read.
    // biome-ignore lint/suspicious/noFocusedTests: it declares one
    only: (...given) => bunTest.test.only(...given),
    skip: bunTest.test.skip,
  },
  spy: "spyOn(node.provider, 'request')",
  testFile: fileOfTest,
}

/** The kit, in bun test; to load it adds the matchers to its `expect`. */
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
