type Timer = { readonly at: number; readonly callback: () => void }

/**
 * A clock that only `tick` moves, with timers by the rules of
 * `@sinonjs/fake-timers`: they fire in the order of their time, then of their
 * making, those that others make or clear meanwhile among them, and one
 * that a timer makes without delay fires 1 ms later. The first error is thrown
 * when the tick is over.
 */
export function createTimers(start: number) {
  let now = start
  let isTicking = false
  /** Those that stand, by the instants at which they fire. */
  const byInstant = new Map<number, Set<Timer>>()
  /** The same instants, the first one last. */
  const instants: number[] = []

  /** The place of the last instant that is not before this one. */
  function place(at: number): number {
    let [low, high] = [0, instants.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((instants[middle] ?? 0) > at) low = middle + 1
      else high = middle
    }
    return low
  }

  function clear(timer: Timer): void {
    const { at } = timer
    const timers = byInstant.get(at)
    if (!timers?.delete(timer) || timers.size > 0) return
    byInstant.delete(at)
    instants.splice(place(at), 1)
  }

  function next(end: number): Timer | undefined {
    const at = instants.at(-1) ?? Number.POSITIVE_INFINITY
    if (at > end) return undefined
    const [first] = byInstant.get(at) ?? []
    return first
  }

  return {
    get now() {
      return now
    },
    setTimeout(callback: () => void, ms: number): Timer {
      const at = now + (ms > 0 ? ms : isTicking ? 1 : 0)
      const timer: Timer = { at, callback }
      const timers = byInstant.get(at)
      if (timers === undefined) {
        byInstant.set(at, new Set([timer]))
        instants.splice(place(at), 0, at)
      } else timers.add(timer)
      return timer
    },
    clearTimeout: clear,
    tick(ms: number): void {
      const errors: unknown[] = []
      let end = now + ms
      isTicking = true
      for (let timer = next(end); timer !== undefined; timer = next(end)) {
        clear(timer)
        now = timer.at
        try {
          timer.callback()
        } catch (error) {
          errors.push(error)
        }
        // By as much as the timer moved the clock itself.
        end += now - timer.at
      }
      now = end
      isTicking = false
      if (errors.length > 0) throw errors[0]
    },
  }
}
