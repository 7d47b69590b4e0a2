import { PresealError } from '../errors/errors.js'
import { display } from '../hex/display.js'

/**
 * A clock of your own: `now` in ms from any origin, and one-shot timers. A
 * clock of `@sinonjs/fake-timers` fits. If it has `tick`, the node's verbs can
 * move it.
 */
export type Clock = {
  readonly now: number
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(id: never): void
  tick?(ms: number): unknown
}

/**
 * The object that makes timers: the same object as long as the clock is the
 * same.
 */
export type Timers = Pick<Clock, 'setTimeout' | 'clearTimeout'>

/** The verbs that move a clock, by which an error names its caller. */
export type TimeVerb = 'advance' | 'nextBeat' | 'nextBlock'

/** How much time has passed, whoever keeps it. */
export type TimeSource = {
  readonly type: 'virtual' | 'ambient' | 'given'
  /**
   * Unix ms at the making, under the ambient clock only: there a dapp compares
   * block timestamps with `Date.now()`.
   */
  readonly epoch: number | undefined
  /**
   * Whole ms since the making. It never falls: if the clock stands behind
   * its last reading, no time has passed, and the next reading counts from
   * there.
   */
  elapsed(): number
  /**
   * @throws ClockError if nothing here can move the clock.
   * @throws InvalidParametersError unless `ms` is a whole number from 0 on.
   */
  checkMovable(ms: number, verb: TimeVerb): void
  /**
   * Moves the clock by `ms`, its timers firing in order.
   *
   * @throws as `checkMovable` does.
   */
  advance(ms: number, verb?: TimeVerb): void
  /**
   * Calls back once, `ms` later on this clock, and keeps the process alive
   * until then: somebody awaits the timer's result. Returns a function that
   * cancels it.
   */
  after(ms: number, callback: () => void): () => void
  /** The timers to use now; undefined if time has come to a stand. */
  timers(): Timers | undefined
}

/** The last instant that a `Date` can hold (ECMA-262, time values), unix ms. */
export const lastOfDate = 8_640_000_000_000_000

/**
 * Refuses what would exceed the last instant: by default the whole ms that a
 * number can hold.
 */
export function checkDuration(
  ms: number,
  now: number,
  verb: TimeVerb | 'advanceAsync' | 'mine',
  last = Number.MAX_SAFE_INTEGER,
) {
  if (Number.isSafeInteger(ms) && ms >= 0 && now + ms <= last) return
  const end = last === lastOfDate ? ', where Date ends' : ''
  const expected = `a whole number of ms from 0 to ${Math.max(0, last - now)}${end}`
  throw new PresealError(
    'InvalidParametersError',
    `${verb} moves the clock by ${expected}, and cannot move it by ${display(ms)}.`,
    { problems: [{ path: '', given: display(ms), expected }] },
  )
}

/** Longer delays fire after 1 ms, in Node, browsers and fake-timers alike. */
const longest = 2 ** 31 - 1

/**
 * A one-shot timer of any length; returns a function that cancels it. `'unref'`
 * lets the process end before it fires, if the clock knows of such a thing.
 */
export function startTimer(
  timers: Timers,
  ms: number,
  callback: () => void,
  hold: 'ref' | 'unref' = 'ref',
): () => void {
  let id: unknown
  function wait(left: number) {
    const part = Math.min(left, longest)
    id = timers.setTimeout(
      () => (left > part ? wait(left - part) : callback()),
      part,
    )
    if (hold === 'unref') (id as { unref?(): void } | undefined)?.unref?.()
  }
  wait(ms)
  // Each clock has its own type of timer ids.
  return () => timers.clearTimeout(id as never)
}

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

// Named here because the library is compiled for any runtime, of which none
// declares the timers of another.
type Ambient = {
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (id: never) => void
}

const ambient = globalThis as unknown as Ambient

/**
 * The timers that `globalThis` has at each call. Each pair is kept together,
 * so that a timer made before fake timers were installed or removed is cleared
 * by the clock that made it.
 */
export function createAmbientTimers(): () => Timers {
  let known: Ambient['setTimeout'] | undefined
  let timers: Timers
  return () => {
    const { setTimeout, clearTimeout } = ambient
    if (setTimeout !== known) {
      known = setTimeout
      // Bare calls: browsers refuse both functions as methods of an object.
      timers = {
        setTimeout: (callback, ms) => setTimeout(callback, ms),
        clearTimeout: (id) => clearTimeout(id),
      }
    }
    return timers
  }
}

/** One unref'd timer at most, for whoever has listeners to be punctual for. */
export type Waker = {
  /**
   * Wakes once at `at`, in ms of the source; `null` for never. It replaces
   * what was armed before, and costs next to nothing if that is the same
   * instant, so that it can follow every reading of the clock: that is how it
   * notices that fake timers were installed or removed.
   */
  arm(at: number | null): void
  /** Disarms for good. */
  stop(): void
}

export function waker(source: TimeSource, wake: () => void): Waker {
  let due: number | null = null
  let maker: Timers | undefined
  let cancel: (() => void) | undefined
  let stopped = false

  function disarm() {
    cancel?.()
    cancel = undefined
    due = null
  }

  function arm(at: number | null) {
    if (at === null || stopped) return disarm()
    const timers = source.timers()
    if (timers === undefined) return disarm()
    if (at === due && timers === maker) return
    disarm()
    due = at
    maker = timers
    const left = Math.max(0, at - source.elapsed())
    cancel = startTimer(timers, left, () => fire(at), 'unref')
  }

  // A real timer may fire a ms early, and a clock may have jumped back.
  function fire(at: number) {
    disarm()
    if (source.elapsed() < at) arm(at)
    else wake()
  }

  return {
    arm,
    stop() {
      stopped = true
      disarm()
    },
  }
}
