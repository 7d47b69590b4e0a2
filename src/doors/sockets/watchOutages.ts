import { entriesSince, isWithin } from '../../chain/blocks/log.js'
import {
  countFaults,
  nextOutage,
  outageIn,
} from '../../node/faults/faultState.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Moment } from '../../node/runtime/moment/moment.js'
import type { Disconnection } from '../../node/schema/disconnection.js'
import type { Dispatcher } from '../dispatch/dispatcher.js'

/** The functions that end sockets. */
export type SocketCloser = {
  /** Whether there are any. */
  isNeeded(): boolean
  /** All of them fail; returns how many. */
  fail(): number
  /** Ends those that are meant; returns what is wrong. */
  end(given: Disconnection): readonly unknown[]
}

/**
 * Ends sockets as soon as an outage begins or a script says so. While there are
 * any, the node is watched as by a listener: nobody has to ask it anything.
 */
export function watchOutages(
  runtime: Runtime,
  { after }: Pick<Dispatcher, 'after'>,
  closer: SocketCloser,
) {
  let seen = runtime.moment
  let unwatch: (() => void) | undefined
  let alarm: { readonly at: number; cancel(): void } | undefined

  const errors: unknown[] = []

  runtime.onRelease(() => {
    look()
    return errors.splice(0)
  })

  /** Does what is to be done by now. */
  function look() {
    const { faults, time, chain } = runtime.moment
    const before = seen
    if (
      faults === before.faults &&
      time === before.time &&
      chain.log === before.chain.log
    )
      return
    seen = runtime.moment
    if (closer.isNeeded()) {
      const outage = outageIn(faults, before.time, time)
      if (outage !== undefined) count(outage.id, closer.fail())
    }
    for (const given of disconnectionsSince(before, runtime.moment))
      errors.push(...closer.end(given))
    arm()
  }

  function count(id: symbol, sockets: number) {
    if (sockets === 0) return
    const counters = new Map([[id, 'affected' as const]])
    runtime.setFaults(countFaults(runtime.moment.faults, counters, sockets))
  }

  /** To the next outage, which the script may not say at a beat. */
  function arm() {
    const { faults, time } = runtime.moment
    const at = closer.isNeeded() ? nextOutage(faults, time) : undefined
    if (at === alarm?.at) return
    alarm?.cancel()
    alarm =
      at === undefined
        ? undefined
        : { at, cancel: after(at - time, undefined, () => look()) }
  }

  return {
    look,
    /** Whether nobody is let in now, which counts as a request does. */
    isOut(): boolean {
      const { time } = runtime.settle()
      look()
      const outage = outageIn(runtime.moment.faults, time, time)
      if (outage !== undefined) count(outage.id, 1)
      return outage !== undefined
    },
    /** There are sockets. */
    begin() {
      unwatch ??= runtime.watch()
      arm()
    },
    /** One is gone. */
    rest() {
      if (closer.isNeeded()) return
      unwatch?.()
      unwatch = undefined
      alarm?.cancel()
      alarm = undefined
    },
  }
}

/** How scripts and verbs ended sockets since, unless time went back. */
function disconnectionsSince(before: Moment, now: Moment): Disconnection[] {
  const { log } = now.chain
  const since = { log: before.chain.log, at: before.time }
  if (!isWithin(since, { log, now: now.time })) return []
  return entriesSince(since.log, log).flatMap(({ act }) =>
    act?.type === 'disconnectSockets' ? [act as Disconnection] : [],
  )
}
