import type { Chain } from '../../../chain/blocks/chain.js'
import type { ChainEvent } from '../moment/told.js'

/** What an instant or a verb has just changed. */
export type Change = {
  readonly from: Chain
  readonly to: Chain
  /** ms since the node was created */
  readonly now: number
  /** On the way, in their order. */
  readonly events: readonly ChainEvent[]
}
