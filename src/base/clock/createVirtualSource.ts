import { type FakeTimers, withGlobal } from '@sinonjs/fake-timers'
import { checkDuration } from './checkDuration.js'
import type { TimeSource } from './clock.js'
import { startTimer } from './startTimer.js'

// A clock of this global copies nothing but Date, at half the cost, and does
// not depend on whether timers were faked when this module was loaded.
const ownGlobal = { Date }
let fakes: FakeTimers | undefined

/** @param now - unix ms */
export function createFakeClock(now: number) {
  fakes ??= withGlobal(ownGlobal)
  return fakes.createClock(now)
}

/**
 * A clock of the node's own. Until something asks for a timer it is a number:
 * most nodes never need more.
 */
export function createVirtualSource(): TimeSource {
  let untimed = 0
  let clock: ReturnType<FakeTimers['createClock']> | undefined
  const elapsed = () => clock?.now ?? untimed
  function timers() {
    clock ??= createFakeClock(untimed)
    return clock
  }
  const checkMovable: TimeSource['checkMovable'] = (ms, verb) =>
    checkDuration(ms, elapsed(), verb)
  return {
    type: 'virtual',
    epoch: undefined,
    elapsed,
    checkMovable,
    advance(ms, verb = 'advance') {
      checkMovable(ms, verb)
      if (clock === undefined) untimed += ms
      else clock.tick(ms)
    },
    after: (ms, callback) => startTimer(timers(), ms, callback),
    timers,
  }
}
