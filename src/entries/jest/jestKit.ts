import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import { createKit, type EndTest, type Kit, type Runner } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { globals } from './jest.js'
import { errorsOfTest, jestState, runLast, runningTest } from './jestState.js'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown>
    extends NodeMatchers<R> {}
}

declare global {
  // biome-ignore lint/style/noNamespace: @types/jest declares it like this
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as there
    interface Matchers<R, T = {}> extends NodeMatchers<R> {}
  }
}

const { afterEach, beforeAll, expect, jest: runtime, test } = globals

expect.extend(matchers)

let end: EndTest | undefined

function endTest() {
  end?.({
    errors: errorsOfTest(),
    title: expect.getState().currentTestName ?? '',
  })
  end = undefined
}

afterEach(endTest)
// By now whatever else the file imports has put its hooks.
beforeAll(() => runLast(endTest))

const runner: Runner = {
  timers: {
    fake(now) {
      // biome-ignore lint/correctness/useHookAtTopLevel: it is none of React's
      runtime.useFakeTimers({
        now,
        doNotFake: [
          'cancelAnimationFrame',
          'cancelIdleCallback',
          'clearImmediate',
          'hrtime',
          'nextTick',
          'performance',
          'queueMicrotask',
          'requestAnimationFrame',
          'requestIdleCallback',
          'setImmediate',
        ],
      })
    },
    restore: () => void runtime.useRealTimers(),
    advance: (ms) => void runtime.advanceTimersByTime(ms),
    fireNextTimer: () => void runtime.advanceTimersToNextTimer(),
    countTimers: () => runtime.getTimerCount(),
    process: () => jestState()?.parentProcess,
  },
  toNextTimer: () => runtime.advanceTimersToNextTimerAsync(),
  whenTestEnds(callback) {
    if (runningTest() === null) throw new Error('No test of jest runs.')
    end = callback
  },
  timedOut: /Exceeded timeout of (\d+) ?ms/,
  longer: (ms) => `test(name, fn, ${ms})`,
  declare: { test, only: test.only, skip: test.skip },
  spy: "jest.spyOn(node.provider, 'request')",
  testFile: () => expect.getState().testPath,
}

/** The kit, in jest; to load it adds the matchers to its `expect`. */
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
