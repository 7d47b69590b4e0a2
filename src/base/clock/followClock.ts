import { PresealError } from '../errors/errors.js'
import { checkDuration, lastOfDate } from './checkDuration.js'
import type { Timers, TimeSource, TimeVerb } from './clock.js'
import { startTimer } from './startTimer.js'

/** Follows a clock that somebody else moves. */
export function followClock({
  type,
  epoch,
  read,
  keeper,
  timers,
  whose,
  mover,
  advise,
}: {
  type: 'ambient' | 'given'
  epoch: number | undefined
  read: () => number
  /** Who keeps the time: from one keeper to another it may jump by years. */
  keeper?: () => unknown
  timers: () => Timers | undefined
  /** Such as `real time`, for the error that says who moves it. */
  whose: string
  /** The function that moves it at once, if there is one. */
  mover: () => ((ms: number) => void) | undefined
  /** The call to make instead, if there is none. */
  advise: (ms: number) => string
}): TimeSource {
  const elapsed = stopwatch(read, keeper)

  function findMover(ms: number, verb: TimeVerb) {
    checkDuration(ms, elapsed(), verb)
    checkDuration(ms, Math.floor(read()), verb, lastOfDate)
    const move = mover()
    if (move !== undefined) return move
    throw new PresealError(
      'ClockError',
      `${verb} cannot move ${whose}, which this node follows. ${advise(ms)}, or create the node with clock: 'virtual'.`,
      { reason: 'notOwned' },
    )
  }

  return {
    type,
    epoch,
    elapsed,
    checkMovable: (ms, verb) => void findMover(ms, verb),
    advance: (ms, verb = 'advance') => findMover(ms, verb)(ms),
    after(ms, callback) {
      const now = timers()
      return now === undefined ? () => {} : startTimer(now, ms, callback)
    },
    timers,
  }
}

/** More ms than that from one keeper to another are other dates, not time. */
const mostBetween = 3_600_000

/** Whole ms between readings of a clock, added up, jumps back left out. */
function stopwatch(
  read: () => number,
  keeper: () => unknown = () => undefined,
): () => number {
  let last = Math.floor(read())
  let kept = keeper()
  let elapsed = 0
  return () => {
    const now = Math.floor(read())
    const keeps = keeper()
    const most = keeps === kept ? Number.POSITIVE_INFINITY : mostBetween
    if (now > last && now - last <= most) elapsed += now - last
    last = now
    kept = keeps
    return elapsed
  }
}
