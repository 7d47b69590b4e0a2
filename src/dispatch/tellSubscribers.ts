import type { Chain } from '../chain/chain.js'
import {
  resultsOf,
  type SubscriptionOptions,
} from '../rpc/subscriptions/results.js'
import type {
  Subscription,
  SubscriptionMessage,
} from '../rpc/subscriptions/subscriptions.js'
import type { View } from '../rpc/view.js'
import { reportUncaught } from '../runtime/events/listeners.js'
import type { Runtime } from '../runtime/runtime.js'

type Letter = {
  readonly to: Subscription
  readonly message: SubscriptionMessage
}

/**
 * Tells subscribers what changes, in its order. Where time goes back, it tells
 * nothing: cursors of subscriptions and filters move to where the chain is.
 */
export function tellSubscribers(
  runtime: Runtime,
  view: () => View,
  options: SubscriptionOptions,
): void {
  /** What somebody does who is told may have more to tell: that comes after. */
  const letters: Letter[] = []
  let isTelling = false

  runtime.onChange((change) => {
    const now = view()
    const { filters, subscriptions } = now
    if (change.type === 'restored') filters.clamp(now.chain)
    const resultsFor =
      change.type === 'moved'
        ? readResults(now, change.beat?.index, options)
        : () => []
    for (const to of subscriptions.list()) {
      for (const result of resultsFor(to))
        letters.push({ to, message: { subscription: to.id, result } })
      to.seen = now.chain
    }
    if (isTelling) return
    isTelling = true
    for (const { to, message } of letters)
      if (subscriptions.has(to)) to.by.send(message)
    letters.length = 0
    isTelling = false
  })
}

/** What subscriptions are told of one change: once for all who may share it. */
function readResults(
  now: View,
  index: number | undefined,
  options: SubscriptionOptions,
): (to: Subscription) => readonly unknown[] {
  const shared = new Map<Chain, Map<string, readonly unknown[]>>()

  function read({ kind, seen }: Subscription): readonly unknown[] {
    try {
      return resultsOf(kind, seen, now, index, options)
    } catch (error) {
      reportUncaught(error)
      return []
    }
  }

  return (to) => {
    const { seen, topic, by } = to
    if (by.takes === 'values') return read(to)
    const byTopic = shared.get(seen) ?? new Map<string, readonly unknown[]>()
    const known = byTopic.get(topic)
    if (known !== undefined) return known
    const results = read(to)
    shared.set(seen, byTopic.set(topic, results))
    return results
  }
}
