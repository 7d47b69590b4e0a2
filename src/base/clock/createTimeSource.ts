import type { Clock, TimeSource } from './clock.js'
import { createAmbientTimers } from './createAmbientTimers.js'
import { createVirtualSource } from './createVirtualSource.js'
import { fakesInUse } from './fakesInUse.js'
import { findFakes } from './findFakes.js'
import { followClock } from './followClock.js'
import { followFakes } from './followFakes.js'
import { watchForFakes } from './watchForFakes.js'

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
