import { findFakes } from '../../../base/clock/findFakes.js'
import { PresealError } from '../../../base/errors/errors.js'

/** @throws ClockError if nothing moves the time of the test any more. */
export function checkFakes(): void {
  if (findFakes().date) return
  throw new PresealError(
    'ClockError',
    'The fake timers of the test are gone, and time stands still. Leave vi.useRealTimers() or jest.useRealTimers() out: the kit calls it at the end of the test.',
    { reason: 'fakeTimers' },
  )
}
