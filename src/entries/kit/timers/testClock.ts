import { findFakes } from '../../../base/clock/fakes.js'
import { PresealError } from '../../../base/errors/errors.js'
import type { Clock } from '../../../index.js'
import { ambient, testNow } from './ambient.js'

export type TestClock = Clock & {
  /** The test is over: a node that is left must not live in the next one. */
  stop(): void
}

/**
 * The fake time of a test. It stands still once real time is back, which may be
 * months away: a node would catch up with all of it.
 */
export function testClock(advance: (ms: number) => void): TestClock {
  let last = testNow()
  let isStopped = false
  return {
    get now() {
      if (!isStopped && findFakes().date) last = testNow()
      return last
    },
    setTimeout: (callback, ms) =>
      isStopped ? undefined : ambient.setTimeout(callback, ms),
    clearTimeout: (id) => ambient.clearTimeout(id),
    stop() {
      isStopped = true
    },
    tick(ms) {
      // Nothing would move, and whoever waits for it would wait for ever.
      if (isStopped)
        throw new PresealError(
          'ClockError',
          'The test of this node is over, and its time stands still. Create a node in each test.',
          { reason: 'fakeTimers' },
        )
      checkFakes()
      advance(ms)
    },
  }
}

/** @throws ClockError if nothing moves the time of the test any more. */
export function checkFakes(): void {
  if (findFakes().date) return
  throw new PresealError(
    'ClockError',
    'The fake timers of the test are gone, and time stands still. Leave vi.useRealTimers() or jest.useRealTimers() out: the kit calls it at the end of the test.',
    { reason: 'fakeTimers' },
  )
}
