import {
  resultsOf,
  type SubscriptionOptions,
} from '../rpc/subscriptions/results.js'
import type {
  Subscription,
  SubscriptionMessage,
} from '../rpc/subscriptions/subscriptions.js'
import type { Client, View } from '../rpc/view.js'
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
  { filters, subscriptions }: Client,
  view: () => View,
  options: SubscriptionOptions,
): void {
  /** What somebody does who is told may have more to tell: that comes after. */
  const letters: Letter[] = []
  let isTelling = false

  function lettersOf(
    to: Subscription,
    now: View,
    index: number | undefined,
  ): Letter[] {
    const { id, kind, seen } = to
    try {
      return resultsOf(kind, seen, now, index, options).map((result) => ({
        to,
        message: { subscription: id, result },
      }))
    } catch (error) {
      reportUncaught(error)
      return []
    }
  }

  runtime.onChange((change) => {
    const now = view()
    if (change.type === 'restored') filters.clamp(now.chain)
    for (const subscription of subscriptions.list()) {
      if (change.type === 'moved')
        letters.push(...lettersOf(subscription, now, change.beat?.index))
      subscription.seen = now.chain
    }
    if (isTelling) return
    isTelling = true
    for (let letter = letters.shift(); letter; letter = letters.shift()) {
      const { to, message } = letter
      if (subscriptions.list().includes(to)) to.by.send(message)
    }
    isTelling = false
  })
}
