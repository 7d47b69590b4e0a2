import { findFakes } from '../../../base/clock/findFakes.js'
import type { Clock } from '../../../index.js'

type Ambient = {
  readonly Date: { now(): number }
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (id: never) => void
}

/**
 * The fake time of a test. It stands still once real time is back, which may be
 * months away: a node would catch up with all of it.
 */
export function testClock(advance: (ms: number) => void): Clock {
  // No runtime declares the timers of another.
  const ambient = globalThis as unknown as Ambient
  let last = ambient.Date.now()
  return {
    get now() {
      if (findFakes().date) last = ambient.Date.now()
      return last
    },
    setTimeout: (callback, ms) => ambient.setTimeout(callback, ms),
    clearTimeout: (id) => ambient.clearTimeout(id),
    tick: advance,
  }
}
