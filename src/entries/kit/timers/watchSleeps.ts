import { captureStack } from '../../../base/errors/stack.js'
import { ambient, onClear, realNow, type SetTimeout } from './testClock.js'

/** A timer that waits, and where it was set. */
export type Sleep = {
  readonly ms: number
  /** Whether it fires again and again. */
  readonly repeats: boolean
  readonly trace: Error
}

/** Timers that were cleared, of which a time-out may still tell. */
const mostCleared = 100

/** Hooks clear timers right after a time-out, and a watch begins in its test. */
const share = 0.9

/**
 * Reads the timers that wait. With the ms of a time-out also those that waited
 * until then: what a hook cleared afterwards is why the test was over its time.
 */
export type ReadSleeps = (timeOut?: number) => Iterable<Sleep>

/** Remembers which fake timers wait. */
export function watchSleeps(): ReadSleeps {
  const began = realNow()
  const cleared: { readonly sleep: Sleep; readonly after: number }[] = []
  const { setTimeout: set, setInterval: repeat } = ambient
  const waiting = new Map<unknown, Sleep>()
  const setTimeout: SetTimeout = (callback, ms, ...given) => {
    if (typeof callback !== 'function') return set(callback, ms, ...given)
    const fire = (...args: unknown[]) => {
      waiting.delete(id)
      callback(...args)
    }
    const id = set(fire, ms, ...given)
    const trace = captureStack()
    waiting.set(id, { ms: atLeast(0, ms), repeats: false, trace })
    return id
  }
  const setInterval: SetTimeout = (callback, ms, ...given) => {
    const id = repeat(callback, ms, ...given)
    const trace = captureStack()
    waiting.set(id, { ms: atLeast(1, ms), repeats: true, trace })
    return id
  }
  onClear((id) => {
    const sleep = waiting.get(id)
    if (sleep === undefined) return
    waiting.delete(id)
    cleared.push({ sleep, after: realNow() - began })
    if (cleared.length > mostCleared) cleared.shift()
  })
  ambient.setTimeout = Object.assign(setTimeout, set)
  ambient.setInterval = Object.assign(setInterval, repeat)
  return (timeOut = Number.POSITIVE_INFINITY) => [
    ...waiting.values(),
    ...cleared.flatMap(({ sleep, after }) =>
      after >= timeOut * share ? [sleep] : [],
    ),
  ]
}

/** As platforms read a delay: what is no number is none. */
function atLeast(least: number, ms: number | undefined): number {
  return Number(ms) > least ? Number(ms) : least
}
