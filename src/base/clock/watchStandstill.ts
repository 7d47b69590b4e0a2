import type { TimeSource } from './clock.js'

type Performance = { now(): number }

// Read once, since fake timers may replace it later.
const { performance } = globalThis as { performance?: Performance }
const realNow = performance?.now.bind(performance)

/**
 * Returns for how many ms of real time a clock has stood still, as far as its
 * callers could see.
 */
export function watchStandstill(source: TimeSource): () => number {
  let stood = source.elapsed()
  let since = realNow?.() ?? 0
  return () => {
    const now = source.elapsed()
    const real = realNow?.() ?? 0
    if (now !== stood) {
      stood = now
      since = real
    }
    return real - since
  }
}
