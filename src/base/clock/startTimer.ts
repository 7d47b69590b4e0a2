import type { Timers } from './clock.js'

/** Longer delays fire after 1 ms, in Node, browsers and fake-timers alike. */
const longest = 2 ** 31 - 1

/**
 * A one-shot timer of any length; returns a function that cancels it. `'unref'`
 * lets the process end before it fires, if the clock knows of such a thing.
 */
export function startTimer(
  timers: Timers,
  ms: number,
  callback: () => void,
  hold: 'ref' | 'unref' = 'ref',
): () => void {
  let id: unknown
  function wait(left: number) {
    const part = Math.min(left, longest)
    id = timers.setTimeout(
      () => (left > part ? wait(left - part) : callback()),
      part,
    )
    if (hold === 'unref') (id as { unref?(): void } | undefined)?.unref?.()
  }
  wait(ms)
  // Each clock has its own type of timer ids.
  return () => timers.clearTimeout(id as never)
}
