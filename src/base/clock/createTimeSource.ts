import type { Clock, Timers, TimeSource } from './clock.js'
import { createVirtualSource } from './createVirtualSource.js'
import { followClock } from './followClock.js'
import { type MovedBy, movedBy } from './movedBy.js'

/** The time of one node, counted from 0. */
export function createTimeSource(
  clock: 'virtual' | 'ambient' | (Clock & MovedBy) = 'virtual',
): TimeSource {
  switch (clock) {
    case 'virtual':
      return createVirtualSource()
    case 'ambient':
      return followClock({
        type: 'ambient',
        whose: 'the ambient clock',
        epoch: Math.floor(Date.now()),
        read: () => Date.now(),
        timers: createAmbientTimers(),
        advise: (ms) =>
          `Call vi.advanceTimersByTimeAsync(${ms}), jest.advanceTimersByTimeAsync(${ms}) or sinon's clock.tickAsync(${ms}) instead, ${orOwn}.`,
      })
    default:
      return followClock({
        type: 'given',
        epoch: undefined,
        read: () => clock.now,
        timers: () => clock,
        ...(clock[movedBy] ?? {
          whose: 'the given clock',
          advise: (ms) =>
            `Call ${
              'tick' in clock
                ? `its own clock.tick(${ms})`
                : `whatever moves it by ${ms} ms`
            } instead, ${orOwn}.`,
        }),
      })
  }
}

const orOwn = "or create the node with clock: 'virtual'"

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
function createAmbientTimers(): () => Timers {
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
