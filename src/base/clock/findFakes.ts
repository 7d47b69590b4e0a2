type Faked = {
  readonly name?: string
  /** bun says only that there is one. */
  readonly clock?: FakeClock | true | undefined
  readonly _isMockFunction?: boolean | undefined
}

type Ambient = {
  readonly setTimeout?: Faked
  readonly clearTimeout?: Faked
  readonly Date: {
    readonly isFake?: boolean
    readonly clock?: unknown
    /** By node:test. */
    readonly isMock?: boolean
  }
}

/** The clock of fake timers: sinon's, which vitest and jest also use. */
export type FakeClock = {
  /** Moves time at once. */
  readonly tick?: (ms: number) => unknown
  readonly performance?: { now(): number } | undefined
  /** What moves it instead, if it is out of reach. */
  readonly mover?: string
}

// These clocks are not accessible.
const legacy: FakeClock = { mover: 'jest.advanceTimersByTime' }
const ofBun: FakeClock = { mover: 'jest.advanceTimersByTime' }
const ofNode: FakeClock = { mover: 't.mock.timers.tick' }

/** How node:test names the functions that it puts. */
const boundByNode = /^bound #/

/** The fake clock of the ambient timers, and whether `Date` is fake. */
export function findFakes(): {
  readonly timers: FakeClock | undefined
  readonly date: boolean
} {
  // Fakes add members that no declaration of the globals has.
  const {
    setTimeout: set,
    clearTimeout: clear,
    Date: date,
  } = globalThis as unknown as Ambient
  // A spy on one of the two hides the clock that it stands on.
  const clock = set?.clock ?? clear?.clock
  return {
    timers:
      clock === true
        ? ofBun
        : (clock ??
          (boundByNode.test(set?.name ?? '') ? ofNode : undefined) ??
          (set?._isMockFunction && clear?._isMockFunction
            ? legacy
            : undefined)),
    // bun fakes either all or nothing.
    date:
      date.isFake === true ||
      date.clock !== undefined ||
      date.isMock === true ||
      clock === true,
  }
}

/** unix ms before which nobody has the real time: node:test begins at 0. */
const longAgo = 100_000_000_000

/** How many ms fake timers have moved since they came, `setSystemTime` apart. */
export function movedSince(timers: FakeClock | undefined): number {
  if (timers?.performance !== undefined)
    return Math.floor(timers.performance.now())
  if (timers !== ofBun && timers !== ofNode) return 0
  // Neither fakes `performance`: what their `Date` is ahead of it was moved.
  const now = Date.now()
  const { timeOrigin } = performance
  return now < longAgo
    ? now
    : Math.max(0, Math.floor(now - timeOrigin - performance.now()))
}

declare const performance: { readonly timeOrigin: number; now(): number }
