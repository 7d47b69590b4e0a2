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
