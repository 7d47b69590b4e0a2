import type { Resolved } from '../../base/validation/resolved.js'
import type { Chain } from '../../chain/blocks/chain.js'
import type { TransactionEvent } from '../../chain/blocks/transactionEvent.js'
import type { View } from '../view/view.js'
import type { SubscriptionOptions } from './subscriptionOptions.js'

/** A change of the chain, as subscriptions read it. */
export type Update = {
  /** The node after it. */
  readonly view: View
  readonly from: Chain
  /** On the way, in their order. */
  readonly events: readonly Happening[]
  readonly options: Resolved<SubscriptionOptions>
}

/** An event, with the chain at that time. */
export type Happening =
  | {
      readonly type: 'beat'
      readonly chain: Chain
      readonly at: { readonly index: number }
      /** Counted from creation. */
      readonly count: number
      /** ms since its block opened */
      readonly offset: number
    }
  | {
      readonly type: 'transaction'
      readonly chain: Chain
      readonly event: TransactionEvent
    }
  | { readonly type: 'sealed' | 'reorged' }
