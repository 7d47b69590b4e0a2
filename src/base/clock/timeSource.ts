import { type FakeTimers, withGlobal } from '@sinonjs/fake-timers'
import {
  type Clock,
  checkDuration,
  createAmbientTimers,
  followClock,
  startTimer,
  type TimeSource,
} from './clock.js'
import { fakesInUse, findFakes, followFakes, watchForFakes } from './fakes.js'

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
export function createVirtualSource(): TimeSource {
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
