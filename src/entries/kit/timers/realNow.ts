// Read once, since fake timers may replace it later.
const { performance } = globalThis
const now = performance.now.bind(performance)

/** ms of real time, by which nothing but a time-out may go. */
export function realNow(): number {
  return now()
}
