import { traceAsker } from '../../../base/errors/asker.js'
import { ambient, type SetTimeout } from './ambient.js'
import { onClear } from './onClear.js'

/** A timer that waits, and where it was set. */
export type Sleep = {
  readonly ms: number
  /** Whether it fires again and again. */
  readonly repeats: boolean
  readonly trace: Error
}

/** Remembers which fake timers wait; returns a function that reads them. */
export function watchSleeps(): () => Iterable<Sleep> {
  const { setTimeout: set, setInterval: repeat } = ambient
  const waiting = new Map<unknown, Sleep>()
  const setTimeout: SetTimeout = (callback, ms, ...given) => {
    if (typeof callback !== 'function') return set(callback, ms, ...given)
    const fire = (...args: unknown[]) => {
      waiting.delete(id)
      callback(...args)
    }
    const id = set(fire, ms, ...given)
    const trace = traceAsker()
    waiting.set(id, { ms: atLeast(0, ms), repeats: false, trace })
    return id
  }
  const setInterval: SetTimeout = (callback, ms, ...given) => {
    const id = repeat(callback, ms, ...given)
    const trace = traceAsker()
    waiting.set(id, { ms: atLeast(1, ms), repeats: true, trace })
    return id
  }
  onClear((id) => waiting.delete(id))
  ambient.setTimeout = Object.assign(setTimeout, set)
  ambient.setInterval = Object.assign(setInterval, repeat)
  return () => waiting.values()
}

/** As platforms read a delay: what is no number is none. */
function atLeast(least: number, ms: number | undefined): number {
  return Number(ms) > least ? Number(ms) : least
}
