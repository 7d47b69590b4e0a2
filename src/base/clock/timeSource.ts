import { type FakeTimers, withGlobal } from '@sinonjs/fake-timers'
import { PresealError } from '../errors/errors.js'
import {
  type Clock,
  checkDuration,
  createAmbientTimers,
  followClock,
  startTimer,
  type TimeSource,
} from './clock.js'

type Faked = {
  readonly name?: string
  /** bun says only that there is one. */
  readonly clock?: FakeClock | true | undefined
  readonly _isMockFunction?: boolean | undefined
}

type Ambient = {
  readonly setTimeout?: Faked | undefined
  readonly clearTimeout?: Faked | undefined
  readonly Date: {
    readonly isFake?: boolean
    readonly clock?: unknown
    /** By node:test. */
    readonly isMock?: boolean
  }
}

/** The clock of fake timers: sinon's, which vitest and jest also use. */
type FakeClock = {
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

type Fakes = {
  readonly timers: FakeClock | undefined
  readonly date: boolean
}

let found: (Fakes & { readonly of: Ambient }) | undefined

/**
 * The fake clock of the ambient timers, and whether `Date` is fake. Each request
 * asks; what is fake is other functions, so the same ones say the same.
 */
export function findFakes(): Fakes {
  // Fakes add members that no declaration of the globals has.
  const of = globalThis as unknown as Ambient
  if (
    found?.of.setTimeout !== of.setTimeout ||
    found?.of.clearTimeout !== of.clearTimeout ||
    found?.of.Date !== of.Date
  ) {
    found = {
      of: {
        setTimeout: of.setTimeout,
        clearTimeout: of.clearTimeout,
        Date: of.Date,
      },
      ...fakesIn(of),
    }
  }
  return found as Fakes
}

function fakesIn({
  setTimeout: set,
  clearTimeout: clear,
  Date: date,
}: Ambient): Fakes {
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
function movedSince(timers: FakeClock | undefined): number {
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

/**
 * The fake timers to follow, if there are any.
 *
 * @param otherwise - What else to write, if only a part is fake.
 * @throws ClockError if timers are fake and `Date` is not, or the other
 * way round.
 */
export function fakesInUse(otherwise = ''): FakeClock | undefined {
  const { timers, date } = findFakes()
  if (timers !== undefined && !date)
    throw new PresealError(
      'ClockError',
      `setTimeout is fake but Date is real, so the chain would stand still however far the timers move. ${bothFake}${otherwise}.`,
      { reason: 'fakeTimers' },
    )
  if (timers === undefined && date)
    throw new PresealError(
      'ClockError',
      `Date is fake but setTimeout is real, so no timer would move the chain. ${bothFake}${otherwise}.`,
      { reason: 'fakeTimers' },
    )
  return timers
}

const bothFake =
  'Fake both, as vi.useFakeTimers(), jest.useFakeTimers() and t.mock.timers.enable() do without options'

/**
 * The own clock of a node that nobody asked for. Fake timers that come after it
 * do not move it: to read it once they have moved is an error, unless the test
 * has moved the node by itself.
 */
function watchForFakes(own: TimeSource): TimeSource {
  let isMoved = false
  return {
    ...own,
    elapsed() {
      const ms = isMoved ? 0 : movedSince(findFakes().timers)
      if (ms > 0)
        throw new PresealError(
          'ClockError',
          `Fake timers were installed after this node and have moved by ${ms} ms, but the node does not follow them. Call vi.useFakeTimers() before createMockNode, or write createMockNode({ clock: 'virtual' }) and move the node with node.advance(${ms}).`,
          { reason: 'fakeTimers' },
        )
      return own.elapsed()
    },
    advance(ms, verb) {
      isMoved = true
      own.advance(ms, verb)
    },
  }
}

/**
 * Follows the fake timers that a test has now. It stands still once they are
 * gone: real time may be years away, and the node would catch up with them.
 * `setSystemTime` sets `Date` and lets no timer fire, so no time passes here.
 */
function followFakes(fakes: FakeClock): TimeSource {
  const epoch = Date.now()
  const began = fakes.performance?.now() ?? 0
  const now = () =>
    fakes.performance === undefined
      ? Date.now()
      : epoch + fakes.performance.now() - began
  let last = epoch
  let isSaid = false
  const ambient = createAmbientTimers()

  function read(): number {
    const { timers } = findFakes()
    if (timers === fakes) last = now()
    else if (movedSince(timers) > 0)
      throw new PresealError('ClockError', gone, { reason: 'fakeTimers' })
    else if (timers === undefined && !isSaid) {
      isSaid = true
      console.warn(`preseal: ${gone}`)
    }
    return last
  }

  return followClock({
    type: 'ambient',
    epoch: Math.floor(epoch),
    read,
    // A node that is left must not wake up in the time of another test.
    timers: () => (findFakes().timers === fakes ? ambient() : undefined),
    whose: 'fake timers',
    mover() {
      if (findFakes().timers !== fakes)
        throw new PresealError('ClockError', gone, { reason: 'fakeTimers' })
      return fakes.tick && ((ms) => void fakes.tick?.(ms))
    },
    advise: (ms) => `Call ${fakes.mover ?? 'jest.advanceTimersByTime'}(${ms})`,
  })
}

declare const console: { warn(message: string): void }

const gone =
  'The fake timers that this node follows are gone, so its time stands still. Dispose of the node before vi.useRealTimers(), and create another with createMockNode if time should go on.'

// A clock of this global copies nothing but Date, at half the cost, and does
// not depend on whether timers were faked when this module was loaded.
const ownGlobal = { Date }
let fakes: FakeTimers | undefined

/** @param now - unix ms */
export function createFakeClock(now: number) {
  fakes ??= withGlobal(ownGlobal)
  return fakes.createClock(now)
}

/**
 * A clock of the node's own. Until something asks for a timer it is a number:
 * most nodes never need more.
 */
function createVirtualSource(): TimeSource {
  let untimed = 0
  let clock: ReturnType<FakeTimers['createClock']> | undefined
  const elapsed = () => clock?.now ?? untimed
  function timers() {
    clock ??= createFakeClock(untimed)
    return clock
  }
  const checkMovable: TimeSource['checkMovable'] = (ms, verb) =>
    checkDuration(ms, elapsed(), verb)
  return {
    type: 'virtual',
    epoch: undefined,
    elapsed,
    checkMovable,
    advance(ms, verb = 'advance') {
      checkMovable(ms, verb)
      if (clock === undefined) untimed += ms
      else clock.tick(ms)
    },
    after: (ms, callback) => startTimer(timers(), ms, callback),
    timers,
  }
}

/** The time of one node, counted from 0. */
export function createTimeSource(
  clock?: 'virtual' | 'ambient' | Clock,
): TimeSource {
  switch (clock) {
    case undefined: {
      const fakes = fakesInUse(
        ", or keep the node's own clock: createMockNode({ clock: 'virtual' })",
      )
      return fakes === undefined
        ? watchForFakes(createVirtualSource())
        : followFakes(fakes)
    }
    case 'virtual':
      return createVirtualSource()
    case 'ambient':
      return followClock({
        type: 'ambient',
        whose: 'real time',
        epoch: Math.floor(Date.now()),
        read: () => Date.now(),
        keeper: () => findFakes().timers,
        timers: createAmbientTimers(),
        mover() {
          const { timers } = findFakes()
          return timers?.tick && ((ms) => void timers.tick?.(ms))
        },
        advise: (ms) =>
          `Let ${ms} ms pass, or call vi.useFakeTimers() or jest.useFakeTimers() first`,
      })
    default:
      return followClock({
        type: 'given',
        whose: 'the given clock',
        epoch: undefined,
        read: () => clock.now,
        timers: () => clock,
        mover: () => clock.tick && ((ms) => void clock.tick?.(ms)),
        advise: (ms) => `Move that clock by ${ms} ms`,
      })
  }
}

/** Read once, since fake timers may replace it later. */
const realNow = readRealNow()

function readRealNow(): () => number {
  const ambient = globalThis as unknown as {
    process?: { hrtime?: () => readonly [seconds: number, nanoseconds: number] }
    performance?: { now(): number }
  }
  const hrtime = ambient.process?.hrtime
  if (hrtime !== undefined)
    return () => {
      const [seconds, nanoseconds] = hrtime()
      return seconds * 1e3 + nanoseconds / 1e6
    }
  // Node loads many modules when this is first read.
  const { performance } = ambient
  return performance === undefined ? () => 0 : performance.now.bind(performance)
}

export type Standstill = {
  /** Whether the time has moved since it was last asked. */
  hasMoved(): boolean
  /** For how many ms of real time it has stood still. */
  ms(): number
}

/** How long a clock has stood still, as far as those who ask could see. */
export function watchStandstill(time: () => number): Standstill {
  let stood = time()
  let since = realNow()
  return {
    hasMoved() {
      const now = time()
      if (now === stood) return false
      stood = now
      since = realNow()
      return true
    },
    ms: () => realNow() - since,
  }
}
