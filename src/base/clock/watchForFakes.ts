import { PresealError } from '../errors/errors.js'
import type { TimeSource } from './clock.js'

import { findFakes, movedSince } from './findFakes.js'

/**
 * The own clock of a node that nobody asked for. Fake timers that come after it
 * do not move it: to read it once they have moved is an error, unless the test
 * has moved the node by itself.
 */
export function watchForFakes(own: TimeSource): TimeSource {
  let isMoved = false
  return {
    ...own,
    elapsed() {
      const ms = isMoved ? 0 : movedSince(findFakes().timers)
      if (ms > 0)
        throw new PresealError(
          'ClockError',
          `Fake timers were installed after this node and have moved by ${ms} ms, but the node does not follow them. Call vi.useFakeTimers() before createMockNode, or write createMockNode({ clock: 'virtual' }) and move the node with node.advance(${ms}).`,
          { reason: 'fakeTimers' },
        )
      return own.elapsed()
    },
    advance(ms, verb) {
      isMoved = true
      own.advance(ms, verb)
    },
  }
}
