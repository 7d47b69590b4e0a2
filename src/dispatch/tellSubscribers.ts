import {
  resultsOf,
  type SubscriptionOptions,
} from '../rpc/subscriptions/results.js'
import type { Subscription } from '../rpc/subscriptions/subscriptions.js'
import type { View } from '../rpc/view.js'
import type { Runtime } from '../runtime/runtime.js'

/**
 * Tells subscribers of each change. Where time goes back, it tells nothing:
 * filters move to where the chain is.
 *
 * @param view - Of any instant.
 */
export function tellSubscribers(
  runtime: Runtime,
  view: () => View,
  options: SubscriptionOptions,
): void {
  runtime.onRewind((to) => view().filters.clamp(to))

  runtime.onChange(({ from, to, now, events }) => {
    const { subscriptions } = view()
    // Whoever subscribes from now on has this change behind it.
    const subscribed = subscriptions.list()
    const tell = ({ id, by }: Subscription, result: unknown) =>
      by.send({ subscription: id, result })
    return () =>
      subscribed.flatMap((one) => {
        const thrown: unknown[] = []
        const seen = { ...view(), chain: to, now }
        try {
          for (const result of resultsOf(
            one.kind,
            seen,
            { from, events },
            options,
          ))
            if (subscriptions.list().includes(one))
              thrown.push(...tell(one, result))
        } catch (error) {
          thrown.push(error)
        }
        return thrown
      })
  })
}
