import { expect, onTestFinished, test, vi } from 'vitest'
import { createExplore, type ExploreTest } from '../exploreKit/index.js'
import { createKit, fakedTimers, type Kit, type Timers } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it like this
  interface Matchers<T = any> extends NodeMatchers<void> {}
}

expect.extend(matchers)

const timers: Timers = {
  fake: (now) => void vi.useFakeTimers({ now, toFake: [...fakedTimers] }),
  restore: () => void vi.useRealTimers(),
  advance: (ms) => void vi.advanceTimersByTime(ms),
  fireNextTimer: () => void vi.advanceTimersToNextTimer(),
  countTimers: () => vi.getTimerCount(),
}

/** The kit, in vitest; to load it adds the matchers to its `expect`. */
export const { testNode, nextBeatAsync, nextBlockAsync, advanceAsync }: Kit =
  createKit({
    ...timers,
    toNextTimer: async () => void (await vi.advanceTimersToNextTimerAsync()),
    whenTestEnds: (end) =>
      onTestFinished(({ task }) => {
        const errors = task.result?.errors ?? []
        addPages(task, end({ errors, title: task.name }))
      }),
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
  addPages: (pages) => onTestFinished(({ task }) => addPages(task, pages)),
})

/** From here the reporter gets them. */
function addPages(task: { meta: object }, presealPages: readonly string[]) {
  if (presealPages.length > 0) Object.assign(task.meta, { presealPages })
}
