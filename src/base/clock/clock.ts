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
