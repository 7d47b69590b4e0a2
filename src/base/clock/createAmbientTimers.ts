import type { Timers } from './clock.js'

// Named here because the library is compiled for any runtime, of which none
// declares the timers of another.
type Ambient = {
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (id: never) => void
}

const ambient = globalThis as unknown as Ambient

/**
 * The timers that `globalThis` has at each call. Each pair is kept together,
 * so that a timer made before fake timers were installed or removed is cleared
 * by the clock that made it.
 */
export function createAmbientTimers(): () => Timers {
  let known: Ambient['setTimeout'] | undefined
  let timers: Timers
  return () => {
    const { setTimeout, clearTimeout } = ambient
    if (setTimeout !== known) {
      known = setTimeout
      // Bare calls: browsers refuse both functions as methods of an object.
      timers = {
        setTimeout: (callback, ms) => setTimeout(callback, ms),
        clearTimeout: (id) => clearTimeout(id),
      }
    }
    return timers
  }
}
