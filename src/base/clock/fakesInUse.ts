import { FakeTimersError } from './fakeTimersError.js'
import { type FakeClock, findFakes } from './findFakes.js'

/**
 * The fake timers to follow, if there are any.
 *
 * @param otherwise - What else to write, if only a part is fake.
 * @throws FakeTimersError if timers are fake and `Date` is not, or the other
 * way round.
 */
export function fakesInUse(otherwise = ''): FakeClock | undefined {
  const { timers, date } = findFakes()
  if (timers !== undefined && !date)
    throw new FakeTimersError(
      `setTimeout is fake but Date is real, so the chain would stand still however far the timers move. ${bothFake}${otherwise}.`,
    )
  if (timers === undefined && date)
    throw new FakeTimersError(
      `Date is fake but setTimeout is real, so no timer would move the chain. ${bothFake}${otherwise}.`,
    )
  return timers
}

const bothFake =
  'Fake both, as vi.useFakeTimers() and jest.useFakeTimers() do without options'
