/** The test runner, as far as the kit needs it. */
export type Host = {
  /** How its calls begin: `vi` or `jest`. */
  readonly name: string
  /** Fakes `Date`, `setTimeout` and `setInterval`, starting at `now`. */
  fake(now: number): void
  /** Brings real timers back. */
  restore(): void
  /** Moves time at once. */
  advance(ms: number): void
  /** Moves time to the next timer, and lets what it led to go on. */
  toNextTimer(): Promise<void>
  /** How many timers wait. */
  countTimers(): number
  /** Calls back once, when the test that runs is over, with its errors. */
  whenTestEnds(end: (errors: readonly TestError[]) => void): void
}

/** As a test runner prints it. */
export type TestError = {
  message?: string | undefined
  stack?: string | undefined
}
