type Faked = {
  readonly clock?: FakeClock | undefined
  readonly _isMockFunction?: boolean | undefined
}

type Ambient = {
  readonly setTimeout?: Faked
  readonly clearTimeout?: Faked
  readonly Date: { readonly isFake?: boolean; readonly clock?: unknown }
}

/** The clock of fake timers: sinon's, which vitest and jest also use. */
export type FakeClock = {
  /** Moves time at once. */
  readonly tick?: (ms: number) => unknown
  readonly performance?: { now(): number } | undefined
}

/** The clock of jest's legacy timers is not accessible. */
const legacy: FakeClock = {}

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
  return {
    // A spy on one of the two hides the clock that it stands on.
    timers:
      set?.clock ??
      clear?.clock ??
      (set?._isMockFunction && clear?._isMockFunction ? legacy : undefined),
    date: date.isFake === true || date.clock !== undefined,
  }
}

/** How many ms fake timers have moved since they came, `setSystemTime` apart. */
export function movedSince(timers: FakeClock | undefined): number {
  return Math.floor(timers?.performance?.now() ?? 0)
}
