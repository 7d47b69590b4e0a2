import { EventEmitter } from 'eventemitter3'
import { type TimeSource, waker } from '../../../base/clock/clock.js'
import { PresealError } from '../../../base/errors/errors.js'
import { display, reason } from '../../../base/hex/display.js'
import { invalidParameters } from '../../../base/validation/problem.js'
import type { Effect } from '../../../chain/blocks/chain.js'
import type { Watched } from '../state/nodeState.js'
import {
  isNotified,
  type NodeEvents,
  timedEvents,
  toNodeEvent,
} from './nodeEvents.js'

/** Called by an announcer, one after the other. */
export type Listeners<events extends Record<string, unknown>> = {
  /** Returns a function that stops listening. */
  on<name extends keyof events & string>(
    name: name,
    listener: (event: events[name]) => void,
  ): () => void
  /**
   * Returns what listeners threw.
   *
   * @param event - Made only if there is somebody to call.
   */
  call<name extends keyof events & string>(
    name: name,
    event: () => events[name],
  ): readonly unknown[]
  count(name: keyof events & string): number
  clear(): void
}

export function createListeners<events extends Record<string, unknown>>(
  names: readonly (keyof events & string)[],
): Listeners<events> {
  const emitter = new EventEmitter()
  return {
    on(name, listener) {
      if (!names.includes(name))
        throw invalidParameters('on', [
          {
            path: 'event',
            given: display(name),
            expected: `one of ${names.join(', ')}`,
          },
        ])
      checkListener(name, listener)
      // `call` gives those of a name what belongs to that name.
      const entry = (event: unknown) => listener(event as never)
      emitter.on(name, entry)
      return () => void emitter.off(name, entry)
    },
    call: (name, event) =>
      emitter.listenerCount(name) === 0
        ? []
        : callListeners(emitter, name, event()),
    count: (name) => emitter.listenerCount(name),
    clear: () => void emitter.removeAllListeners(),
  }
}

/** Calls every listener, and returns what some of them threw. */
export function callListeners(
  emitter: EventEmitter,
  name: string,
  event: unknown,
): unknown[] {
  const errors: unknown[] = []
  for (const listener of emitter.listeners(name)) {
    try {
      listener(event)
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}

export function checkListener(name: string, listener: unknown): void {
  if (typeof listener === 'function') return
  throw invalidParameters('on', [
    {
      path: `listener of ${name}`,
      given: display(listener),
      expected: 'a function',
    },
  ])
}

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
  isAnnouncing(): boolean
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
    isAnnouncing: () => isAnnouncing,
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

  function whatIsWatched(): Watched {
    if (watchers > 0 || listeners.count('beat') > 0) return 'beats'
    return timedEvents.some((name) => listeners.count(name) > 0)
      ? 'blocks'
      : 'nothing'
  }
  let watched: Watched = 'nothing'

  return {
    /** What somebody listened to when it was armed. */
    watched: () => watched,
    /** @param at - ms of the source; null: there is no beat. */
    arm(at: (watched: Watched) => number | null) {
      watched = whatIsWatched()
      const isTimed = watched !== 'nothing' && source.type !== 'virtual'
      beats.arm(isTimed ? at(watched) : null)
    },
    /** Counts as a listener; returns the end. */
    watch() {
      watchers++
      return () => void watchers--
    },
    stop: beats.stop,
  }
}

/** How the listeners of a node learn of effects, one after the other. */
export function deliveriesOf(
  effects: readonly Effect[],
  at: number,
  listeners: Listeners<NodeEvents>,
): Delivery[] {
  return effects.filter(isNotified).map((effect) => ({
    of: effect.type,
    deliver: () =>
      // Each name has events of its type.
      listeners.call(effect.type, () => toNodeEvent(effect, at) as never),
  }))
}

export function reentrantCallError(
  verb: string,
): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    `node.${verb} was called from inside a listener, where time stands still. Call it after the method that moved time has returned.`,
    { reason: 'listener' },
  )
}

/** A listener that fails at every beat must not bury what failed first. */
const mostThrown = 10

/**
 * Throws an error as it is, and of several an AggregateError of those that say
 * different things.
 */
export function throwAll(errors: readonly unknown[]): void {
  const different = new Map<string, unknown>()
  for (const error of errors) {
    const text = reason(error)
    if (!different.has(text)) different.set(text, error)
  }
  if (different.size === 1) throw errors[0]
  if (different.size === 0) return
  const shown = [...different].slice(0, mostThrown)
  const more = different.size - shown.length
  const texts = shown.map(([text]) => text.replace(/\.$/, '')).join('; ')
  throw new AggregateError(
    shown.map(([, error]) => error),
    `${errors.length} errors: ${texts}${more > 0 ? `; and ${more} more` : ''}`,
  )
}
