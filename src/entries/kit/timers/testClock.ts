import { findFakes } from '../../../base/clock/timeSource.js'
import { PresealError } from '../../../base/errors/errors.js'
import type { Clock } from '../../../index.js'

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

export type SetTimeout = (
  callback: (...given: unknown[]) => void,
  ms?: number,
  ...given: unknown[]
) => unknown

/** The time of whatever runs the test; no runtime declares that of another. */
export const ambient = globalThis as unknown as {
  readonly Date: { now(): number }
  setTimeout: SetTimeout
  setInterval: SetTimeout
  clearTimeout: (id: unknown) => void
  clearInterval: (id: unknown) => void
}

/** ms, by the test's own `Date`, which may be fake. */
export function testNow(): number {
  return ambient.Date.now()
}

// Read once, since fake timers may replace it later.
const { performance } = globalThis
const now = performance.now.bind(performance)

/** ms of real time, by which nothing but a time-out may go. */
export function realNow(): number {
  return now()
}

/**
 * The functions that a test fakes: those of time, and none that schedule work.
 */
export const fakedTimers = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const

/** Calls back for each timer that is cleared: either function clears any. */
export function onClear(callback: (id: unknown) => void): void {
  for (const name of ['clearTimeout', 'clearInterval'] as const) {
    const clear = ambient[name]
    const cleared = (id: unknown) => {
      callback(id)
      clear(id)
    }
    ambient[name] = Object.assign(cleared, clear)
  }
}
