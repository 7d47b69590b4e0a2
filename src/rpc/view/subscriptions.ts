import { captureStack } from '../../base/errors/stack.js'
import { type Hex, toQuantity } from '../../base/hex/hex.js'

/** A receiver of subscriptions: a provider's listeners, or one connection. */
export type Subscriber = {
  /** The owner of its subscriptions, by which they differ from others. */
  readonly owner: object
  /** Number of the WebSocket, if it is one. */
  readonly socket?: number | undefined
  /**
   * A receiver of values may change them, and gets its own; a receiver of text
   * only reads them, and shares the same text with others on its topic.
   */
  readonly takes: 'values' | 'text'
  /** Returns what listeners threw. */
  readonly send: (message: SubscriptionMessage) => readonly unknown[]
}

/** As it stands in `params` of an `eth_subscription` notification. */
export type SubscriptionMessage = {
  readonly subscription: Hex
  readonly result: unknown
}

/** The content of a subscription, as its type has read it. */
export type SubscriptionKind = {
  readonly type: string
  readonly content: unknown
}

/** Its owner gets every change since it began. */
export type Subscription = {
  readonly id: Hex
  readonly kind: SubscriptionKind
  /** Equal if the kind is. */
  readonly topic: string
  readonly by: Subscriber
  readonly asked: Asked
  /** The stack of the code that asked for it. */
  readonly trace: Error
}

/** As it was asked for. */
type Asked = {
  readonly params: readonly unknown[]
  /** ms since the node was created */
  readonly at: number
}

/** An active subscription. */
export type StandingSubscription = {
  readonly id: Hex
  /** Parameters of `eth_subscribe`. */
  readonly params: readonly unknown[]
  /** When it was made, in ms since the node was created. */
  readonly at: number
  /** Number of its WebSocket, counted from 1; null for a provider. */
  readonly socket: number | null
}

/** The same text for the same kind. */
function topicOf({ type, content }: SubscriptionKind): string {
  return JSON.stringify([type, content], (_, value) => {
    if (typeof value === 'bigint') return toQuantity(value)
    return value instanceof Set ? [...value] : value
  })
}

/** The subscriptions of a node, which stand beside the chain. */
export type Subscriptions = {
  add(by: Subscriber, kind: SubscriptionKind, asked: Asked): Hex
  /** False if the owner has none with that id. */
  remove(owner: object, id: Hex): boolean
  /** All of one owner, or all. */
  clear(owner?: object): void
  /** In the order in which they were made. */
  list(): Iterable<Subscription>
  has(subscription: Subscription): boolean
}

/**
 * There may be many, of many owners: none is found by looking at all others.
 *
 * @param watch - Lets the node visit every beat, until what it returns is
 * called.
 */
export function createSubscriptions(watch: () => () => void): Subscriptions {
  const all = new Map<Hex, Subscription>()
  const byOwner = new Map<object, Set<Subscription>>()
  let count = 0
  let unwatch: (() => void) | undefined

  function end(one: Subscription) {
    const { owner } = one.by
    const others = byOwner.get(owner)
    all.delete(one.id)
    others?.delete(one)
    if (others?.size === 0) byOwner.delete(owner)
    if (all.size > 0) return
    unwatch?.()
    unwatch = undefined
  }

  return {
    add(by, kind, asked) {
      const id = toQuantity(++count)
      const trace = captureStack()
      const one = { id, kind, topic: topicOf(kind), by, asked, trace }
      all.set(id, one)
      const others = byOwner.get(by.owner)
      if (others === undefined) byOwner.set(by.owner, new Set([one]))
      else others.add(one)
      unwatch ??= watch()
      return id
    },
    remove(owner, id) {
      const one = all.get(id)
      if (one?.by.owner !== owner) return false
      end(one)
      return true
    },
    clear(owner) {
      const over = owner === undefined ? all.values() : byOwner.get(owner)
      for (const one of over ?? []) end(one)
    },
    list: () => all.values(),
    has: ({ id }) => all.has(id),
  }
}
