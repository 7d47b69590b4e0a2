import { PresealError } from '../../../base/errors/errors.js'
import { throwAll } from './throwAll.js'

/** An event on its way to its listeners. */
export type Delivery = {
  /** Its name. */
  readonly of: string
  /** Calls them, and returns what they threw. */
  deliver(): readonly unknown[]
}

type Queued = Delivery & {
  /** How many listeners led to it, each by an event of the one before. */
  readonly depth: number
}

/**
 * Events that a listener's own events led to, before time goes on: beyond it
 * they have no end.
 */
const mostEchoes = 2_000

/**
 * The one door by which events reach listeners, those of the node and those of
 * its providers. All listeners of an event are called, whatever some of them
 * throw; what happens while they are called is announced after it.
 */
export type Announcer = {
  announce(deliveries: readonly Delivery[]): void
  /** Whether a listener is being called now: time stands still meanwhile. */
  readonly isAnnouncing: boolean
  /** Has `error` thrown by the verb that runs; an uncaught one if none does. */
  fail(error: unknown): void
  /**
   * Runs a verb, and throws its errors and those of listeners once it is over.
   * Errors of listeners inside another verb are thrown by that one.
   */
  collect<value>(run: () => value): value
}

/** @param whenDone - Called once listeners have been called. */
export function createAnnouncer(whenDone: () => void): Announcer {
  const queue: Queued[] = []
  let isAnnouncing = false
  let current: Queued | undefined
  let echoes = 0
  let collected: unknown[] | undefined

  function fail(error: unknown) {
    if (collected !== undefined) collected.push(error)
    // No caller could catch it.
    else void Promise.reject(error)
  }

  function enqueue(deliveries: readonly Delivery[]) {
    const depth = current === undefined ? 0 : current.depth + 1
    if (current !== undefined && depth > 1) {
      echoes++
      if (echoes === mostEchoes) fail(endlessListenersError(current.of))
      // The changes stay, although nobody hears of them.
      if (echoes >= mostEchoes) return
    }
    for (const { of, deliver } of deliveries) queue.push({ of, deliver, depth })
  }

  return {
    announce(deliveries) {
      enqueue(deliveries)
      if (isAnnouncing) return
      isAnnouncing = true
      try {
        // Listeners added meanwhile are visited, too.
        for (current of queue) current.deliver().forEach(fail)
      } finally {
        queue.length = 0
        isAnnouncing = false
        current = undefined
        echoes = 0
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

function endlessListenersError(
  event: string,
): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    `A listener of "${event}" causes "${event}" again and again: ${mostEchoes} times at one instant. Remove it after the first event, with the function that "on" returned, or let it skip events that it causes.`,
    { reason: 'endless' },
  )
}
