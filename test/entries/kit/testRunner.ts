import { vi } from 'vitest'
import { fakedTimers } from '../../../src/entries/kit/index.js'
import type { EndTest, Runner } from '../../../src/entries/kit/runner/runner.js'

/** A runner on vitest's timers, whose test is ended by hand. */
export function createTestRunner(given: Partial<Runner> = {}) {
  let ending: EndTest | undefined
  const declare = () => {}
  const runner: Runner = {
    timers: {
      fake: (now) => void vi.useFakeTimers({ now, toFake: [...fakedTimers] }),
      restore: () => void vi.useRealTimers(),
      advance: (ms) => void vi.advanceTimersByTime(ms),
      fireNextTimer: () => void vi.advanceTimersToNextTimer(),
      countTimers: () => vi.getTimerCount(),
    },
    toNextTimer: async () => void (await vi.advanceTimersToNextTimerAsync()),
    whenTestEnds(end) {
      ending = end
    },
    timedOut: /timed out in (\d+)ms/,
    longer: (ms) => `test(name, fn, ${ms})`,
    declare: { test: declare, only: declare, skip: declare },
    spy: "vi.spyOn(node.provider, 'request')",
    testFile: () => undefined,
    ...given,
  }
  return {
    runner,
    /** As the runner would: with the errors of the test that it ends. */
    end: (
      errors: Parameters<EndTest>[0]['errors'] = [],
      title = 'a test',
      isConcurrent = false,
    ) => ending?.({ errors, title, isConcurrent }) ?? [],
  }
}
