import { withGlobal } from '@sinonjs/fake-timers'
import { PresealError } from '../errors.js'
import { display } from '../hex/display.js'
import type { TimeSource, TimeVerb } from './clock.js'
import { startTimer } from './startTimer.js'

// A clock of this global copies nothing but Date, at half the cost, and does
// not depend on whether timers were faked when this module was loaded.
const { createClock } = withGlobal({ Date })

/**
 * A clock of the node's own. Until something asks for a timer it is a number:
 * most nodes never need more.
 */
export function createVirtualSource(): TimeSource {
  let untimed = 0
  let clock: ReturnType<typeof createClock> | undefined
  const elapsed = () => clock?.now ?? untimed
  const timers = () => (clock ??= createClock(untimed))
  return {
    type: 'virtual',
    epoch: undefined,
    elapsed,
    advance(ms, verb = 'advance') {
      checkDuration(ms, elapsed(), verb)
      if (clock === undefined) untimed += ms
      else clock.tick(ms)
    },
    after: (ms, callback) => startTimer(timers(), ms, callback),
    timers,
  }
}

function checkDuration(ms: number, elapsed: number, verb: TimeVerb) {
  if (Number.isSafeInteger(ms) && ms >= 0 && Number.isSafeInteger(elapsed + ms))
    return
  throw new InvalidDurationError(
    `${verb} moves the clock by a whole number of ms from 0 to ${Number.MAX_SAFE_INTEGER - elapsed}, but was given ${display(ms)}.`,
  )
}

/** Thrown when a clock is to move by what is no duration. */
class InvalidDurationError extends PresealError {
  override readonly name = 'InvalidDurationError'
}
