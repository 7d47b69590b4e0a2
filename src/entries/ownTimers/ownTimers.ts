import { createFakeClock } from '../../base/clock/timeSource.js'
import { fakedTimers, type Timers } from '../kit/index.js'

type Clock = ReturnType<typeof createFakeClock>

type Globals = Record<(typeof fakedTimers)[number], unknown>

/**
 * Fake timers for a runner whose own cannot go from timer to timer, or that has
 * none. Those that the test has faked by itself are moved by `others`.
 */
export function createOwnTimers(others: {
  advance(ms: number): void
  toNext(): void
  count(): number
}): Timers & { toNextTimer(): Promise<void> } {
  let clock: Clock | undefined
  let before: Globals | undefined
  const globals = globalThis as unknown as Globals

  function fireNextTimer() {
    if (clock === undefined) others.toNext()
    else clock.next()
  }

  return {
    fake(now) {
      clock = createFakeClock(now)
      const placed = placedBy(clock)
      before = { ...placed }
      for (const name of fakedTimers) {
        before[name] = globals[name]
        globals[name] = placed[name]
      }
    },
    restore() {
      if (before !== undefined) Object.assign(globals, before)
      clock = undefined
      before = undefined
    },
    advance(ms) {
      if (clock === undefined) others.advance(ms)
      else clock.tick(ms)
    },
    fireNextTimer,
    toNextTimer: async () => fireNextTimer(),
    countTimers: () =>
      clock === undefined ? others.count() : clock.countTimers(),
  }
}

type Fn = (...given: unknown[]) => void

/** By `clock` on them, others see that they are fake. */
function placedBy(clock: Clock): Globals {
  const ids = new WeakMap<object, number>()
  /** Node, Bun and Deno have objects, some of whose code needs them. */
  function hold(id: unknown) {
    const timer = {
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      [Symbol.toPrimitive]: () => Number(id),
    }
    ids.set(timer, Number(id))
    return timer
  }
  // Timers that were set before are not of this clock.
  const end = (timer: unknown) => {
    const id = typeof timer === 'number' ? timer : ids.get(Object(timer))
    if (id !== undefined) clock.clearTimeout(id)
  }
  const fake = (fn: object) => Object.assign(fn, { clock })
  return {
    Date: clock.Date,
    setTimeout: fake((callback: Fn, ms = 0, ...given: unknown[]) =>
      hold(clock.setTimeout(callback, ms, ...given)),
    ),
    setInterval: fake((callback: Fn, ms = 0, ...given: unknown[]) =>
      hold(clock.setInterval(callback, ms, ...given)),
    ),
    clearTimeout: fake((timer: unknown) => end(timer)),
    clearInterval: fake((timer: unknown) => end(timer)),
  }
}
