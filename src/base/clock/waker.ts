import type { Timers, TimeSource } from './clock.js'
import { startTimer } from './startTimer.js'

/** One unref'd timer at most, for whoever has listeners to be punctual for. */
export type Waker = {
  /**
   * Wakes once at `at`, in ms of the source; `null` for never. It replaces
   * what was armed before, and costs next to nothing if that is the same
   * instant, so that it can follow every reading of the clock: that is how it
   * notices that fake timers were installed or removed.
   */
  arm(at: number | null): void
  /** Disarms for good. */
  stop(): void
}

export function waker(source: TimeSource, wake: () => void): Waker {
  let due: number | null = null
  let maker: Timers | undefined
  let cancel: (() => void) | undefined
  let stopped = false

  function disarm() {
    cancel?.()
    cancel = undefined
    due = null
  }

  function arm(at: number | null) {
    if (at === null || stopped) return disarm()
    const timers = source.timers()
    if (timers === undefined) return disarm()
    if (at === due && timers === maker) return
    disarm()
    due = at
    maker = timers
    const left = Math.max(0, at - source.elapsed())
    cancel = startTimer(timers, left, () => fire(at), 'unref')
  }

  // A real timer may fire a ms early, and a clock may have jumped back.
  function fire(at: number) {
    disarm()
    if (source.elapsed() < at) arm(at)
    else wake()
  }

  return {
    arm,
    stop() {
      stopped = true
      disarm()
    },
  }
}
