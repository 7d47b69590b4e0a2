import {
  afterEach,
  beforeAll,
  expect,
  jest as runner,
  test,
} from '@jest/globals'
import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import { createKit, type EndTest, type Kit, type Timers } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { errorsOfTest } from './errorsOfTest.js'
import { jestState } from './jestState.js'
import { runLast } from './runLast.js'
import { runningTest } from './runningTest.js'

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

const timers: Timers = {
  fake(now) {
    // biome-ignore lint/correctness/useHookAtTopLevel: it is none of React's
    runner.useFakeTimers({
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
  restore: () => void runner.useRealTimers(),
  advance: (ms) => void runner.advanceTimersByTime(ms),
  fireNextTimer: () => void runner.advanceTimersToNextTimer(),
  countTimers: () => runner.getTimerCount(),
  process: () => jestState()?.parentProcess,
}

/** The kit, in jest; to load it adds the matchers to its `expect`. */
export const { testNode, nextBeatAsync, nextBlockAsync, advanceAsync }: Kit =
  createKit({
    ...timers,
    toNextTimer: () => runner.advanceTimersToNextTimerAsync(),
    whenTestEnds(callback) {
      if (runningTest() === null) throw new Error('No test of jest runs.')
      end = callback
    },
  })

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
export const explore: ExploreTest = createExplore({
  timers,
  test,
  only: test.only,
  skip: test.skip,
  testFile: () => expect.getState().testPath,
})
