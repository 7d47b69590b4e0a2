import type { Client, View } from '../../rpc/view/view.js'
import type { InFlight } from './dispatcher.js'

/** Few requests use subscriptions; all others share one view. */
export function viewFor(
  { request: { method }, entrance: { subscriber } }: InFlight,
  view: View,
  client: Client,
): View {
  return subscriber !== undefined &&
    (method === 'eth_subscribe' || method === 'eth_unsubscribe')
    ? { ...view, client: { ...client, subscriber } }
    : view
}
