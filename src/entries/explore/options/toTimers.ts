import { fakedTimers, type Timers } from '../../kit/index.js'

/** The part of `@sinonjs/fake-timers` that is used. */
export type FakeTimersPackage = {
  install(config: {
    now: number
    toFake: (typeof fakedTimers)[number][]
  }): FakeClock
}

type FakeClock = {
  tick(ms: number): unknown
  next(): unknown
  countTimers(): number
  uninstall(): unknown
}

/** Timers that are faked by the package of that name. */
export function toTimers(given: Timers | FakeTimersPackage): Timers {
  if (!('install' in given)) return given
  let clock: FakeClock | undefined
  return {
    fake(now) {
      clock?.uninstall()
      clock = given.install({ now, toFake: [...fakedTimers] })
    },
    restore() {
      clock?.uninstall()
      clock = undefined
    },
    advance: (ms) => void clock?.tick(ms),
    fireNextTimer: () => void clock?.next(),
    countTimers: () => clock?.countTimers() ?? 0,
  }
}
