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
