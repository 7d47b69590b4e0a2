import { withGlobal } from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/base/clock/clock.js'
import { createTimers } from '../../../src/base/clock/timers/createTimers.js'
import { share } from '../../runs.js'

/** What a timer, or whoever holds the clock, does. */
type Act =
  | { type: 'set'; ms: number; acts: readonly Act[] }
  | { type: 'clear'; which: number }
  | { type: 'tick'; ms: number }
  | { type: 'throw' }

const ms = fc.nat({ max: 6 })
const { act } = fc.letrec<{ act: Act; acts: readonly Act[] }>((tie) => ({
  act: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant('clear' as const), which: fc.nat(20) }),
    fc.record({ type: fc.constant('tick' as const), ms }),
    fc.constant<Act>({ type: 'throw' }),
    fc.record({ type: fc.constant('set' as const), ms, acts: tie('acts') }),
    fc.record({ type: fc.constant('set' as const), ms, acts: tie('acts') }),
  ),
  acts: fc.array(tie('act'), { maxLength: 4 }),
}))
const { createClock } = withGlobal({ Date })

describe('createTimers', () => {
  test('property: timers fire as those of fake-timers do', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        expect(story(createTimers(1_000), acts)).toEqual(
          story(createClock(1_000), acts),
        )
      }),
      { numRuns: share(20_000) },
    )
  })

  test('behavior: thousands of timers fire and are cleared in order', () => {
    const clock = createTimers(0)
    const fired: number[] = []
    const ids = Array.from({ length: 10_000 }, (_, index) =>
      clock.setTimeout(() => fired.push(index), (index * 7919) % 10_000),
    )
    ids.forEach((id, index) => {
      if (index % 2 === 0) clock.clearTimeout(id as never)
    })
    clock.tick(9_999)
    expect(fired).toHaveLength(5_000)
    expect(fired.map((index) => (index * 7919) % 10_000)).toEqual(
      Array.from({ length: 5_000 }, (_, at) => 2 * at + 1),
    )
  })
})

/** Everything that fires or is thrown, and when. */
function story(clock: Required<Clock>, acts: readonly Act[]): string[] {
  const lines: string[] = []
  const ids: unknown[] = []
  const run = (all: readonly Act[]): void => {
    for (const act of all)
      switch (act.type) {
        case 'set': {
          const name = ids.length
          ids.push(
            clock.setTimeout(() => {
              lines.push(`${clock.now} ${name}`)
              run(act.acts)
            }, act.ms),
          )
          break
        }
        case 'clear':
          if (act.which < ids.length)
            clock.clearTimeout(ids[act.which] as never)
          break
        case 'tick':
          clock.tick(act.ms)
          lines.push(`${clock.now}`)
          break
        case 'throw':
          throw new Error(`at ${clock.now}`)
      }
  }
  for (const act of [...acts, { type: 'tick', ms: 100 } as const])
    try {
      run([act])
    } catch (error) {
      lines.push(String(error))
    }
  return lines
}
