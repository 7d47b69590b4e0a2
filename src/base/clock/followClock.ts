import { PresealError } from '../errors/errors.js'
import type { Timers, TimeSource } from './clock.js'
import type { Mover } from './movedBy.js'
import { startTimer } from './startTimer.js'

/** Follows a clock that somebody else moves. */
export function followClock({
  type,
  epoch,
  read,
  timers,
  whose,
  advise,
}: {
  type: 'ambient' | 'given'
  epoch: number | undefined
  read: () => number
  timers: () => Timers
} & Mover): TimeSource {
  return {
    type,
    epoch,
    elapsed: stopwatch(read),
    advance(ms, verb = 'advance') {
      throw new ClockNotOwnedError(
        `${verb} moves only a node's own clock, and this node follows ${whose}. ${advise(ms, verb)}`,
      )
    },
    after: (ms, callback) => startTimer(timers(), ms, callback),
    timers,
  }
}

/** Thrown by advance, tick and seal under a clock that is not the node's. */
class ClockNotOwnedError extends PresealError {
  override readonly name = 'ClockNotOwnedError'
}

/** Whole ms between readings of a clock, added up, jumps back left out. */
function stopwatch(read: () => number): () => number {
  let last = Math.floor(read())
  let elapsed = 0
  return () => {
    const now = Math.floor(read())
    if (now > last) elapsed += now - last
    last = now
    return elapsed
  }
}
