import { throwAll } from './throwAll.js'

/** Calls listeners, and returns what they threw. */
export type Delivery = () => readonly unknown[]

export const noDelivery: Delivery = () => []

/**
 * The one door by which events reach listeners, those of the node and those of
 * its providers. All listeners of an event are called, whatever some of them
 * throw; what happens while they are called is announced after it.
 */
export type Announcer = {
  announce(deliveries: readonly Delivery[]): void
  /** Whether a listener is being called now: time stands still meanwhile. */
  readonly isAnnouncing: boolean
  /** Has `error` thrown by the verb that runs; an uncaught one where none does. */
  fail(error: unknown): void
  /**
   * Runs a verb, and throws what it or a listener threw once it is over. What
   * listeners throw inside another verb is thrown by that one.
   */
  collect<value>(run: () => value): value
}

/** @param whenDone - Called once listeners have been called. */
export function createAnnouncer(whenDone: () => void): Announcer {
  const queue: Delivery[] = []
  let isAnnouncing = false
  let collected: unknown[] | undefined

  function fail(error: unknown) {
    if (collected !== undefined) collected.push(error)
    // No caller could catch it.
    else void Promise.reject(error)
  }

  return {
    announce(deliveries) {
      for (const delivery of deliveries) queue.push(delivery)
      if (isAnnouncing) return
      isAnnouncing = true
      try {
        // What is added meanwhile is visited, too.
        for (const deliver of queue) deliver().forEach(fail)
      } finally {
        queue.length = 0
        isAnnouncing = false
      }
      whenDone()
    },
    get isAnnouncing() {
      return isAnnouncing
    },
    fail,
    collect(run) {
      if (collected !== undefined || isAnnouncing) return run()
      const caught: unknown[] = []
      collected = caught
      let value: ReturnType<typeof run> | undefined
      try {
        value = run()
      } catch (error) {
        caught.push(error)
      } finally {
        collected = undefined
      }
      throwAll(caught)
      return value as ReturnType<typeof run>
    },
  }
}
