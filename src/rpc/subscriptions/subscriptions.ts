import { type Hex, toQuantity } from '../../hex/hex.js'
import type { SubscriptionKind } from './kinds.js'

/** Whoever is told: a provider's listeners, or one connection. */
export type Subscriber = {
  /** By this the subscriptions of one are told from those of others. */
  readonly owner: object
  /** Returns what listeners threw. */
  readonly send: (message: SubscriptionMessage) => readonly unknown[]
  /** Set where a request of its own subscribes: to be opened after the answer. */
  letterbox?: Letterbox | undefined
}

/** Holds what a subscription is told before its id is known. */
export type Letterbox = {
  /** What is told now comes at once, after what is held. */
  isAnswered: boolean
  /** Hands over what is held; returns what listeners threw. */
  open(): readonly unknown[]
}

/** As it stands in `params` of an `eth_subscription` notification. */
export type SubscriptionMessage = {
  readonly subscription: Hex
  readonly result: unknown
}

/** Its owner is told of every change since it began. */
export type Subscription = {
  readonly id: Hex
  readonly kind: SubscriptionKind
  readonly by: Subscriber
}

/** The subscriptions of a node, which stand beside the chain. */
export type Subscriptions = {
  add(by: Subscriber, kind: SubscriptionKind): Hex
  /** False where the owner has none with that id. */
  remove(owner: object, id: Hex): boolean
  /** All of one owner, or all. */
  clear(owner?: object): void
  list(): readonly Subscription[]
}

/**
 * @param watch - Lets the node visit every beat, until what it returns is
 * called.
 */
export function createSubscriptions(watch: () => () => void): Subscriptions {
  let all: readonly Subscription[] = []
  let count = 0
  let unwatch: (() => void) | undefined

  function set(next: readonly Subscription[]) {
    all = next
    if (all.length === 0) {
      unwatch?.()
      unwatch = undefined
    } else unwatch ??= watch()
  }

  return {
    add(by, kind) {
      const id = toQuantity(++count)
      set([...all, { id, kind, by }])
      return id
    },
    remove(owner, id) {
      const rest = all.filter((one) => one.by.owner !== owner || one.id !== id)
      const isThere = rest.length < all.length
      set(rest)
      return isThere
    },
    clear(owner) {
      set(owner === undefined ? [] : all.filter(({ by }) => by.owner !== owner))
    },
    list: () => all,
  }
}
