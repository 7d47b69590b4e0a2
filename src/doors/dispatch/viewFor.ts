import type { Client, View } from '../../rpc/view/view.js'
import type { InFlight } from './dispatcher.js'
import { holdMail } from './letterbox.js'

/** Few requests use subscriptions; all others share one view. */
export function viewFor(
  { request: { method }, entrance: { subscriber } }: InFlight,
  view: View,
  client: Client,
): View {
  if (subscriber === undefined) return view
  if (method === 'eth_subscribe')
    return { ...view, client: { ...client, subscriber: holdMail(subscriber) } }
  return method === 'eth_unsubscribe'
    ? { ...view, client: { ...client, subscriber } }
    : view
}
