import type { MockNode } from '../../../index.js'
import type { Host } from '../host/host.js'
import { testNow } from './testNow.js'

/** A ms each would be fifty beats. */
const mostTimers = 10_000

/** A chain of timers of 0 ms has no end, and each of jest's takes long. */
const mostAtOnce = 1_000

/**
 * Goes to the next beat of whichever node comes first, wherever steps move it:
 * all of them share the test's time, which moves once.
 *
 * @returns how many timers fired without end, if any did.
 */
export async function toNextBeat(
  nodes: readonly MockNode[],
  host: Host,
  isOver: () => boolean,
): Promise<number | undefined> {
  let isReached = false
  const stops = nodes.map((node) => {
    const from = node.now
    return node.on('beat', ({ now }) => {
      isReached ||= now > from
    })
  })
  try {
    // If the chain stands still, no timer brings a beat.
    for (let fired = 0, atOnce = 0; !isReached; fired++) {
      if (isOver() || host.countTimers() === 0) break
      if (fired === mostTimers || atOnce === mostAtOnce) return fired
      const before = testNow()
      await host.toNextTimer()
      atOnce = testNow() > before ? 0 : atOnce + 1
    }
    // Timers of others at that instant, other nodes among them.
    if (!isOver()) host.advance(0)
    return undefined
  } finally {
    for (const stop of stops) stop()
  }
}
