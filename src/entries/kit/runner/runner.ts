import { PresealError } from '../../../base/errors/errors.js'
import {
  type RunnerEntry,
  runningEntry,
} from '../../../base/errors/testRunner.js'

/** The fake timers that a test or an exploration needs. */
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

/**
 * What a test runner must offer. Each runner has an adapter, which is its entry,
 * and nothing else knows which one runs.
 */
export type Runner = {
  readonly timers: Timers
  /** Moves time to the next timer, and lets what it led to go on. */
  toNextTimer(): Promise<void>
  /** Ends the test that runs, once it is over; throws if none runs. */
  whenTestEnds(end: EndTest): void
  /** The error of a test that took too long; its first group is the limit in ms. */
  readonly timedOut: RegExp
  /** The line that gives a test longer, such as `test(name, fn, 30_000)`. */
  longer(ms: number): string
  /** Declares a test that may take this many ms of real time. */
  readonly declare: Readonly<Record<'test' | 'only' | 'skip', DeclareFn>>
  /** The file of the test, which was declared where this error was made. */
  testFile(declared: Error): string | undefined
  /** How its users put a spy in place of a node's own function. */
  readonly spy: string
  /** Hands pages to the reporter, if the runner has one. */
  addPages?(pages: readonly string[]): void
}

export type DeclareFn = (
  name: string,
  run: () => Promise<void>,
  timeout: number,
) => void

/**
 * Undoes everything that the test began. For a failed test it returns a page
 * for each node, if a reporter wants them.
 */
export type EndTest = (test: {
  readonly errors: readonly TestError[]
  readonly title: string
  /** Whether others may have run at the same time. */
  readonly isConcurrent?: boolean | undefined
}) => readonly string[]

/** As a test runner prints it. */
export type TestError = {
  message?: string | undefined
  stack?: string | undefined
  /** What was expected and what came, line by line, if the runner has that. */
  diff?: string | undefined
  /** Of an error of preseal. */
  reason?: unknown
}

const names: Record<RunnerEntry, string> = {
  vitest: 'vitest',
  jest: 'jest',
  bun: 'bun test',
  deno: 'deno test',
  'node-test': 'node --test',
}

/**
 * Called before the package of a runner is imported, since that of another is
 * not there, or says something else.
 *
 * @throws MisuseError
 */
export function checkRunner(entry: RunnerEntry): void {
  const running = runningEntry() ?? 'node-test'
  if (running === entry) return
  throw new PresealError(
    'MisuseError',
    `preseal/${entry} was imported under ${names[running]}, expected under ${names[entry]}. Write import { testNode } from 'preseal/${running}'.`,
    { reason: 'wrongRunner' },
  )
}
