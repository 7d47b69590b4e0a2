import { checkDuration } from './checkDuration.js'
import type { TimeSource } from './clock.js'
import { startTimer } from './startTimer.js'
import { createTimers } from './timers/createTimers.js'

/**
 * A clock of the node's own. Until something asks for a timer it is a number:
 * most nodes never need more.
 */
export function createVirtualSource(): TimeSource {
  let untimed = 0
  let clock: ReturnType<typeof createTimers> | undefined
  const elapsed = () => clock?.now ?? untimed
  const timers = () => (clock ??= createTimers(untimed))
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
