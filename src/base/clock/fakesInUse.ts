import { PresealError } from '../errors/errors.js'
import { type FakeClock, findFakes } from './findFakes.js'

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
