import { afterEach, expect, jest as runner } from '@jest/globals'
import { createKit, type EndTest, type Kit } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { errorsOfTest } from './errorsOfTest.js'
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

afterEach(() => {
  end?.({
    errors: errorsOfTest(),
    title: expect.getState().currentTestName ?? '',
  })
  end = undefined
})

/** The kit, in jest; to load it adds the matchers to its `expect`. */
export const { testNode, settle }: Kit = createKit({
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
  toNextTimer: () => runner.advanceTimersToNextTimerAsync(),
  countTimers: () => runner.getTimerCount(),
  whenTestEnds(callback) {
    if (runningTest() === null) throw new Error('No test of jest runs.')
    end = callback
  },
})
