import { traceAsker } from '../../../base/errors/asker.js'
import { ambient, type SetTimeout } from './ambient.js'

/** A timer that has not fired, and where it was set. */
export type Sleep = { readonly ms: number; readonly trace: Error }

/** Remembers which fake timers wait; returns a function that reads them. */
export function watchSleeps(): () => Iterable<Sleep> {
  const { setTimeout: set, clearTimeout: clear } = ambient
  const waiting = new Map<unknown, Sleep>()
  const setTimeout: SetTimeout = (callback, ms, ...given) => {
    if (!(Number(ms) > 0) || typeof callback !== 'function')
      return set(callback, ms, ...given)
    const fire = (...args: unknown[]) => {
      waiting.delete(id)
      callback(...args)
    }
    const id = set(fire, ms, ...given)
    waiting.set(id, { ms: Number(ms), trace: traceAsker() })
    return id
  }
  const clearTimeout = (id: unknown) => {
    waiting.delete(id)
    clear(id)
  }
  ambient.setTimeout = Object.assign(setTimeout, set)
  ambient.clearTimeout = Object.assign(clearTimeout, clear)
  return () => waiting.values()
}
