import { startTimer } from '../../../base/clock/clock.js'
import { laterTurn } from '../../../base/clock/turns.js'
import type { MockNode } from '../../../index.js'
import { storyOf } from '../../../node/runtime/story/storyAccess.js'
import { ambient, testNow } from './ambient.js'

/** A chain of timers of 0 ms has no end. */
const mostOfPass = 10_000

/** Whatever moves the time of a test. */
type Mover = {
  toNextTimer(): Promise<void>
  advance(ms: number): void
  countTimers(): number
}

/**
 * Goes `ms` on, from timer to timer, and lets each lead to what it leads to. A
 * chain without an end is left behind at once.
 */
export async function passTime(
  ms: number,
  mover: Mover,
  isOver: () => boolean,
): Promise<void> {
  const { setTimeout, clearTimeout } = ambient
  const end = testNow() + ms
  let isReached = ms === 0
  if (!isReached)
    startTimer({ setTimeout, clearTimeout }, ms, () => {
      isReached = true
    })
  for (let fired = 0; !isReached && !isOver() && fired < mostOfPass; ) {
    const before = testNow()
    await mover.toNextTimer()
    await laterTurn()
    fired = testNow() === before ? fired + 1 : 0
  }
  // Timers of others at the last instant, too.
  if (!isOver()) mover.advance(isReached ? 0 : end - testNow())
}

/** Between two beats. A ms each would be fifty beats. */
const mostTimers = 10_000

/** A chain of timers of 0 ms has no end, and each of jest's takes long. */
const mostAtOnce = 1_000

/**
 * Goes to the next beat or boundary of whichever node comes first, wherever
 * steps move it, and lets each timer lead to what it leads to. All nodes share
 * the test's time, which moves once.
 *
 * @returns how many timers fired without end, if any did.
 */
export async function toNext(
  what: 'beat' | 'boundary',
  nodes: readonly MockNode[],
  mover: Mover,
  isOver: () => boolean,
): Promise<number | undefined> {
  let isReached = false
  let fired = 0
  // A boundary is a beat, too.
  const stops = nodes.map((node) => {
    const from = node.now
    const { boundaries } = storyOf(node)
    const passed = boundaries()
    return node.on('beat', ({ at: now }) => {
      isReached ||= what === 'beat' ? now > from : boundaries() > passed
      fired = 0
    })
  })
  try {
    // If the chain stands still, no timer brings a beat.
    for (let atOnce = 0; !isReached; fired++) {
      if (isOver() || mover.countTimers() === 0) break
      if (fired === mostTimers || atOnce === mostAtOnce) return fired
      const before = testNow()
      await mover.toNextTimer()
      await laterTurn()
      atOnce = testNow() > before ? 0 : atOnce + 1
    }
    // Timers of others at that instant, other nodes among them.
    if (!isOver()) mover.advance(0)
    return undefined
  } finally {
    for (const stop of stops) stop()
  }
}
