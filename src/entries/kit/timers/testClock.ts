import { type MovedBy, movedBy } from '../../../base/clock/movedBy.js'
import type { Clock } from '../../../index.js'
import { findFakes } from './findFakes.js'

type Ambient = {
  readonly Date: { now(): number }
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (id: never) => void
}

/**
 * The fake time of a test. It stands still once real time is back, which may be
 * months away: a node would catch up with all of it.
 */
export function testClock(host: string): Clock & MovedBy {
  const ambient = globalThis as unknown as Ambient
  let last = ambient.Date.now()
  return {
    get now() {
      if (findFakes().date) last = ambient.Date.now()
      return last
    },
    setTimeout: (callback, ms) => ambient.setTimeout(callback, ms),
    clearTimeout: (id) => ambient.clearTimeout(id),
    [movedBy]: {
      whose: 'the fake timers of its test',
      advise(ms, verb) {
        const advance = `await ${host}.advanceTimersByTimeAsync(${ms})`
        const others = {
          advance: '',
          nextBeat: 'await settle() for the next beat, or ',
          nextBlock: 'node.seal() to seal at once, or ',
        }
        return `Call ${others[verb]}${advance}.`
      },
    },
  }
}
