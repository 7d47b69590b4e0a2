import type { RpcLog } from 'viem'
import { attachStack, captureStack } from '../../base/errors/stack.js'
import {
  type Hash,
  type Hex,
  parseQuantity,
  type Result,
  refuse,
  toQuantity,
} from '../../base/hex/hex.js'
import { type Chain, isWithin } from '../../chain/blocks/chain.js'
import { copyJson } from '../answers/outcome.js'
import type { LogCriteria } from '../logs/logCriteria.js'

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

export function toStanding({
  id,
  by,
  asked: { params, at },
  trace,
}: Subscription): StandingSubscription {
  const copied = copyJson(params, 'params', 'any') as unknown[]
  const socket = by.socket ?? null
  return attachStack({ id, params: copied, at, socket }, trace)
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

/** The content of a filter. */
type FilterKind =
  | { readonly type: 'logs'; readonly criteria: LogCriteria }
  | { readonly type: 'blocks' }
  | { readonly type: 'transactions' }

/** What its owner wants to know, and the chain as it was when it last asked. */
export type Filter = {
  readonly kind: FilterKind
  seen: Cursor
  /** Blocks or logs that come before its first changes. */
  first: readonly (Hash | RpcLog)[]
}

/** A position in the log of a chain, and when it was read. */
type Cursor = { readonly chain: Chain; readonly at: number }

/**
 * The filters of a node, which cost nothing until they are asked. They stand
 * beside the chain: no snapshot holds them.
 */
export type Filters = {
  add(kind: FilterKind, seen: Cursor, first?: Filter['first']): Hex
  find(id: Hex): Filter | undefined
  remove(id: Hex): boolean
  /** After time went back: no cursor is ahead of the chain, or beside it. */
  clamp(now: Cursor): void
}

/** An id as it was given, or any other, which is not found. */
export function parseFilterId(given: unknown): Result<Hex> {
  const parsed = parseQuantity(given)
  return parsed.ok
    ? { ok: true, value: toQuantity(parsed.value) }
    : refuse(given, 'the id of a filter, as hex')
}

/** geth forgets those that nobody asks; here it is the one asked least lately. */
const most = 1_000

export function createFilters(): Filters {
  const filters = new Map<Hex, Filter>()
  let count = 0
  return {
    add(kind, seen, first = []) {
      const [oldest] = filters.keys()
      if (filters.size === most && oldest !== undefined) filters.delete(oldest)
      const id = toQuantity(++count)
      filters.set(id, { kind, seen, first })
      return id
    },
    find(id) {
      const filter = filters.get(id)
      if (filter === undefined) return undefined
      filters.delete(id)
      filters.set(id, filter)
      return filter
    },
    remove: (id) => filters.delete(id),
    clamp(now) {
      const present = { log: now.chain.log, now: now.at }
      for (const filter of filters.values()) {
        const { chain, at } = filter.seen
        if (!isWithin({ log: chain.log, at }, present)) filter.seen = now
      }
    },
  }
}
