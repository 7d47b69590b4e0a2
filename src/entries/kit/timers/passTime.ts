import { laterTurn } from '../../../base/clock/laterTurn.js'
import { startTimer } from '../../../base/clock/startTimer.js'
import { ambient } from './ambient.js'
import { testNow } from './testNow.js'

/** A chain of timers of 0 ms has no end. */
const mostAtOnce = 10_000

/**
 * Goes `ms` on, from timer to timer, and lets each lead to what it leads to. A
 * chain without an end is left behind at once.
 */
export async function passTime(
  ms: number,
  host: { toNextTimer(): Promise<void>; advance(ms: number): void },
  isOver: () => boolean,
): Promise<void> {
  const { setTimeout, clearTimeout } = ambient
  const end = testNow() + ms
  let isReached = ms === 0
  if (!isReached)
    startTimer({ setTimeout, clearTimeout }, ms, () => {
      isReached = true
    })
  for (let fired = 0; !isReached && !isOver() && fired < mostAtOnce; ) {
    const before = testNow()
    await host.toNextTimer()
    await laterTurn()
    fired = testNow() === before ? fired + 1 : 0
  }
  // Timers of others at the last instant, too.
  if (!isOver()) host.advance(isReached ? 0 : end - testNow())
}
