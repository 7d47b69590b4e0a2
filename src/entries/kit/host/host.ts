/** Fake timers, as far as an exploration needs them. */
export type Timers = {
  /** Fakes `Date`, `setTimeout` and `setInterval`, starting at `now`. */
  fake(now: number): void
  /** Brings real timers back. */
  restore(): void
  /** Moves time at once. */
  advance(ms: number): void
  /** Moves time to the next timer, at once. */
  fireNextTimer(): void
  /** How many timers wait. */
  countTimers(): number
  /** The process that hears of rejections, where tests have a copy of it. */
  process?(): object | null | undefined
}

/** The test runner, as far as the kit needs it. */
export type Host = Omit<Timers, 'fireNextTimer' | 'process'> & {
  /** Moves time to the next timer, and lets what it led to go on. */
  toNextTimer(): Promise<void>
  /** Ends the test that runs, once it is over; throws where none runs. */
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
