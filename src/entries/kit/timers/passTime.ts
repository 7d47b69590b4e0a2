import { laterTurn } from '../../../base/clock/laterTurn.js'
import { startTimer } from '../../../base/clock/startTimer.js'

type Ambient = {
  readonly Date: { now(): number }
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (id: never) => void
}

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
  // No runtime declares the timers of another.
  const ambient = globalThis as unknown as Ambient
  const { Date: date, setTimeout, clearTimeout } = ambient
  const end = date.now() + ms
  let isReached = ms === 0
  if (!isReached)
    startTimer({ setTimeout, clearTimeout }, ms, () => {
      isReached = true
    })
  for (let fired = 0; !isReached && !isOver() && fired < mostAtOnce; ) {
    const before = date.now()
    await host.toNextTimer()
    await laterTurn()
    fired = date.now() === before ? fired + 1 : 0
  }
  // Timers of others at the last instant, too.
  if (!isOver()) host.advance(isReached ? 0 : end - date.now())
}
