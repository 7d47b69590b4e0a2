import type { Resolved } from '../../base/validation/values.js'
import type { Chain, Effect } from '../../chain/blocks/chain.js'
import type { View } from '../view/view.js'
import type { SubscriptionOptions } from './subscriptionOptions.js'

/** A change of the chain, as subscriptions read it. */
export type Update = {
  /** The node after it. */
  readonly view: View
  readonly from: Chain
  /** On the way, in their order. */
  readonly effects: readonly Effect[]
  readonly options: Resolved<SubscriptionOptions>
}
