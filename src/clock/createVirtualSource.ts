import { checkDuration } from './checkDuration.js'
import type { Timers, TimeSource } from './clock.js'
import { startTimer } from './startTimer.js'

type Timer = { readonly at: number; readonly callback: () => void }

/** A clock of the node's own. */
export function createVirtualSource(): TimeSource {
  let now = 0
  /** By their time, then by their making. */
  const waiting: Timer[] = []
  const timers: Timers = {
    setTimeout(callback, ms) {
      const timer = { at: now + ms, callback }
      let place = waiting.length
      while (place > 0 && (waiting[place - 1] as Timer).at > timer.at) place--
      waiting.splice(place, 0, timer)
      return timer
    },
    clearTimeout(timer: Timer) {
      const place = waiting.indexOf(timer)
      if (place >= 0) waiting.splice(place, 1)
    },
  }

  /** A timer may make, clear and advance: each is asked for anew. */
  function advance(ms: number) {
    const thrown: unknown[] = []
    let left = ms
    for (;;) {
      const [first] = waiting
      if (first === undefined || first.at - now > left) break
      waiting.shift()
      left -= first.at - now
      now = first.at
      try {
        first.callback()
      } catch (error) {
        thrown.push(error)
      }
    }
    now += left
    if (thrown.length > 0) throw thrown[0]
  }

  return {
    type: 'virtual',
    epoch: undefined,
    elapsed: () => now,
    advance(ms, verb = 'advance') {
      checkDuration(ms, now, verb)
      advance(ms)
    },
    after: (ms, callback) => startTimer(timers, ms, callback),
    timers: () => timers,
  }
}
