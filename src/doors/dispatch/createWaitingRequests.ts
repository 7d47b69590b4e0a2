import type { TimeSource } from '../../base/clock/clock.js'
import { type FaultId, isActive } from '../../node/faults/faultState.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Outcome } from '../../rpc/answers/outcome.js'

/** A request that waits for a lift, for its time or for its handler. */
type Wait = {
  /** Signal of the client that waits for it. */
  readonly signal: AbortSignal | undefined
  /**
   * The fault that must be lifted first, or the end of its wait, in ms since the
   * node was created; undefined if it waits for a promise.
   */
  readonly until: FaultId | number | undefined
  /** Its number in order of arrival. */
  readonly rank: number
  go(): void
}

/**
 * The unanswered requests of a node. There may be many, so they are indexed by
 * what they wait for.
 */
export function createWaitingRequests(runtime: Runtime, source: TimeSource) {
  const bySignal = new Map<AbortSignal, Set<Wait>>()
  const byFault = new Map<FaultId, Set<Wait>>()
  const byTime = new Map<number, Set<Wait>>()
  const promised = new Set<Wait>()
  /** The keys of `byTime`, the last first. */
  const times: number[] = []
  let count = 0

  runtime.onRelease(() => {
    const { faults, time } = runtime.state()
    const over: Wait[] = []
    for (const [fault, held] of byFault)
      if (!isActive(faults, fault)) for (const one of held) over.push(one)
    for (let at = times.length - 1; at >= 0; at--) {
      const dueAt = times[at] as number
      if (dueAt > time) break
      for (const one of byTime.get(dueAt) ?? []) over.push(one)
    }
    go(over)
    return []
  })

  function enter(
    signal: AbortSignal | undefined,
    until: Wait['until'],
    go: () => void,
  ): Wait {
    const one: Wait = { signal, until, rank: count++, go }
    if (signal !== undefined) join(bySignal, signal, one)
    if (until === undefined) promised.add(one)
    else if (typeof until === 'symbol') join(byFault, until, one)
    else {
      if (!byTime.has(until)) times.splice(indexIn(until, times), 0, until)
      join(byTime, until, one)
    }
    return one
  }

  function leave(one: Wait) {
    const { signal, until } = one
    if (signal !== undefined) part(bySignal, signal, one)
    if (until === undefined) promised.delete(one)
    else if (typeof until === 'symbol') part(byFault, until, one)
    else if (part(byTime, until, one)) times.splice(indexIn(until, times), 1)
  }

  /** Continues them in order of arrival. */
  function go(over: Wait[]) {
    over.sort((one, other) => one.rank - other.rank)
    // All leave first, since a continued request may lift a fault and return
    // here.
    over.forEach(leave)
    for (const one of over) one.go()
  }

  /** Waits until the fault is lifted. */
  function hold(
    fault: FaultId,
    signal: AbortSignal | undefined,
    go: () => void,
  ) {
    enter(signal, fault, go)
  }

  /** Continues once that time is over; returns a function that cancels it. */
  function after(
    ms: number,
    signal: AbortSignal | undefined,
    go: (at: number | undefined) => void,
  ): () => void {
    const cancel = source.after(ms, () => {
      leave(over)
      go(runtime.settle().time)
    })
    // If time catches up, or after a seek, this is before the timer fires.
    const dueAt = runtime.settle().time + ms
    const over = enter(signal, dueAt, () => {
      cancel()
      go(runtime.isDisposed() ? undefined : dueAt)
    })
    return () => {
      cancel()
      leave(over)
    }
  }

  /**
   * Resolves to the time at which it ended, however far time has moved since.
   */
  function delay(
    ms: number,
    signal: AbortSignal | undefined,
  ): Promise<number | undefined> {
    return new Promise((resolve) => void after(ms, signal, resolve))
  }

  /** A handler's promise may never settle. */
  function settled(
    promised: Promise<Outcome>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const over = enter(signal, undefined, () => resolve({ type: 'network' }))
      void promised.then((outcome) => {
        leave(over)
        resolve(outcome)
      })
    })
  }

  return {
    hold,
    after,
    delay,
    settled,
    /** Ends those whose caller no longer waits. */
    abandon: (signal: AbortSignal) => go([...(bySignal.get(signal) ?? [])]),
    end: () =>
      go([
        ...[...byFault.values(), ...byTime.values()].flatMap((held) => [
          ...held,
        ]),
        ...promised,
      ]),
  }
}

function join<key>(groups: Map<key, Set<Wait>>, key: key, one: Wait) {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, new Set([one]))
  else group.add(one)
}

/** Whether it was the last one there. */
function part<key>(groups: Map<key, Set<Wait>>, key: key, one: Wait): boolean {
  const group = groups.get(key)
  group?.delete(one)
  return group?.size === 0 && groups.delete(key)
}

/** The index at which a time is, or belongs, among times in falling order. */
function indexIn(time: number, falling: readonly number[]): number {
  let from = 0
  let to = falling.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((falling[middle] as number) > time) from = middle + 1
    else to = middle
  }
  return from
}
