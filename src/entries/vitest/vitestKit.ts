import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import { createKit, fakedTimers, type Kit, type Runner } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'
import { vitest } from './vitest.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it like this
  interface Matchers<T = any> extends NodeMatchers<void> {}
}

const { expect, onTestFinished, test, vi } = vitest

expect.extend(matchers)

const runner: Runner = {
  timers: {
    fake: (now) => void vi.useFakeTimers({ now, toFake: [...fakedTimers] }),
    restore: () => void vi.useRealTimers(),
    advance: (ms) => void vi.advanceTimersByTime(ms),
    fireNextTimer: () => void vi.advanceTimersToNextTimer(),
    countTimers: () => vi.getTimerCount(),
  },
  toNextTimer: async () => void (await vi.advanceTimersToNextTimerAsync()),
  whenTestEnds: (end) =>
    onTestFinished(({ task }) => {
      const errors = task.result?.errors ?? []
      const isConcurrent = task.concurrent
      addPages(task, end({ errors, title: task.name, isConcurrent }))
    }),
  timedOut: /timed out in (\d+) ?ms/,
  longer: (ms) => `test(name, fn, ${ms})`,
  declare: { test, only: test.only, skip: test.skip },
  spy: "vi.spyOn(node.provider, 'request')",
  testFile: () => expect.getState().testPath,
  addPages: (pages) => onTestFinished(({ task }) => addPages(task, pages)),
}

/** The kit, in vitest; to load it adds the matchers to its `expect`. */
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

/** From here the reporter gets them. */
function addPages(task: { meta: object }, presealPages: readonly string[]) {
  if (presealPages.length > 0) Object.assign(task.meta, { presealPages })
}
