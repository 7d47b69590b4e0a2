import { expect, onTestFinished, vi } from 'vitest'
import { createKit, type Kit } from '../kit/index.js'
import { matchers, type NodeMatchers } from '../matchers/index.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it like this
  interface Matchers<T = any> extends NodeMatchers<void> {}
}

expect.extend(matchers)

/** The kit, in vitest; to load it adds the matchers to its `expect`. */
export const { testNode, settle }: Kit = createKit({
  fake: (now) =>
    void vi.useFakeTimers({
      now,
      toFake: [
        'Date',
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
      ],
    }),
  restore: () => void vi.useRealTimers(),
  advance: (ms) => void vi.advanceTimersByTime(ms),
  toNextTimer: async () => void (await vi.advanceTimersToNextTimerAsync()),
  countTimers: () => vi.getTimerCount(),
  whenTestEnds: (end) =>
    onTestFinished(({ task }) => {
      const errors = task.result?.errors ?? []
      const presealPages = end({ errors, title: task.name })
      // From here the reporter gets them.
      if (presealPages.length > 0) Object.assign(task.meta, { presealPages })
    }),
})
