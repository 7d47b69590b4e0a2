import type { Chain } from '../../../chain/blocks/chain.js'
import type { ChainEvent } from '../moment/chainEvent.js'

/** The latest change by an instant or a verb. */
export type Change = {
  readonly from: Chain
  readonly to: Chain
  /** ms since the node was created */
  readonly now: number
  /** On the way, in their order. */
  readonly events: readonly ChainEvent[]
}
