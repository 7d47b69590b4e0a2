import type { TimeSource } from '../../../base/clock/clock.js'
import { waker } from '../../../base/clock/waker.js'
import type { Listeners } from './listeners.js'
import { type NodeEvents, timedEvents } from './nodeEvents.js'

/**
 * The timer that makes events punctual. It is not needed without listeners, nor
 * when only the node's verbs move time: they all settle.
 */
export function createAlarm(
  source: TimeSource,
  listeners: Listeners<NodeEvents>,
  settle: () => void,
) {
  const beats = waker(source, settle)
  let watchers = 0
  let isWatched = false

  return {
    /** Whether somebody listened to timed events when it was armed. */
    get isWatched() {
      return isWatched
    },
    /** @param at - ms of the source; null: there is no beat. */
    arm(at: number | null) {
      isWatched =
        watchers > 0 || timedEvents.some((name) => listeners.count(name) > 0)
      beats.arm(isWatched && source.type !== 'virtual' ? at : null)
    },
    /** Counts as a listener; returns the end. */
    watch() {
      watchers++
      return () => void watchers--
    },
    stop: beats.stop,
  }
}
