import type { Clock } from '../../index.js'

/** The platform's clock, or the fake timers that replace it. */
export const platformClock: Clock = {
  get now() {
    return Date.now()
  },
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id),
}

/** Unix ms of an HTTP date. */
export function dateOf(text: string): number {
  return Date.parse(text)
}

const {
  setTimeout: loadedSetTimeout,
  clearTimeout: loadedClearTimeout,
  Date: LoadedDate,
} = globalThis

/** The platform's clock as it was when this was loaded, whatever is faked. */
export const loadedClock: Clock = {
  get now() {
    return LoadedDate.now()
  },
  setTimeout: (callback, ms) => loadedSetTimeout(callback, ms),
  clearTimeout: (id) => loadedClearTimeout(id),
}
