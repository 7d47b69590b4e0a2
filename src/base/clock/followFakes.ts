import { PresealError } from '../errors/errors.js'
import type { TimeSource } from './clock.js'
import { createAmbientTimers } from './createAmbientTimers.js'

import { type FakeClock, findFakes, movedSince } from './findFakes.js'
import { followClock } from './followClock.js'

/**
 * Follows the fake timers that a test has now. It stands still once they are
 * gone: real time may be years away, and the node would catch up with them.
 */
export function followFakes(fakes: FakeClock): TimeSource {
  let last = Date.now()
  let isSaid = false
  const ambient = createAmbientTimers()

  function read(): number {
    const { timers } = findFakes()
    if (timers === fakes) last = Date.now()
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
    epoch: Math.floor(last),
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
