import type { View } from '../rpc/view.js'
import type { Runtime } from '../runtime/runtime.js'
import type { InFlight } from './inFlight.js'

/** What answers rest on, at the instants of requests: one for each instant. */
export function createViews(
  runtime: Runtime,
  fixed: Omit<View, 'chain' | 'now' | 'subscriber'>,
) {
  const { chain, time } = runtime.settle()
  let view: View = { ...fixed, chain, now: time }

  function current(): View {
    const { chain, time } = runtime.settle()
    if (chain !== view.chain || time !== view.now)
      view = { ...fixed, chain, now: time }
    return view
  }

  return {
    current,
    /** Few ask for subscriptions, and all others share one view. */
    of({ request: { method }, entrance }: InFlight): View {
      return method === 'eth_subscribe' || method === 'eth_unsubscribe'
        ? { ...current(), subscriber: entrance.subscriber }
        : current()
    },
  }
}
