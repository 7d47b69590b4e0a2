/** The fake timers that an exploration needs. */
export type Timers = {
  /** Fakes `Date`, `setTimeout` and `setInterval`, starting at `now`. */
  fake(now: number): void
  /** Restores real timers. */
  restore(): void
  /** Advances time synchronously. */
  advance(ms: number): void
  /** Advances time to the next timer, synchronously. */
  fireNextTimer(): void
  /** Number of pending timers. */
  countTimers(): number
  /**
   * The real `process`, which gets unhandled rejections, if tests see a copy.
   */
  process?(): object | null | undefined
}

/** The test runner, as far as the kit needs it. */
export type Host = Omit<Timers, 'fireNextTimer' | 'process'> & {
  /** Moves time to the next timer, and lets what it led to go on. */
  toNextTimer(): Promise<void>
  /** Ends the test that runs, once it is over; throws if none runs. */
  whenTestEnds(end: EndTest): void
}

/**
 * Undoes everything that the test began. For a failed test it returns a page
 * for each node, if a reporter wants them.
 */
export type EndTest = (test: {
  readonly errors: readonly TestError[]
  readonly title: string
}) => readonly string[]

/** As a test runner prints it. */
export type TestError = {
  message?: string | undefined
  stack?: string | undefined
}
