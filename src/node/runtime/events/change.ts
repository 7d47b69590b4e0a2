import type { Chain, Effect } from '../../../chain/blocks/chain.js'

/** The latest change by an instant or a verb. */
export type Change = {
  readonly from: Chain
  readonly to: Chain
  /** ms since the node was created */
  readonly now: number
  /** On the way, in their order. */
  readonly effects: readonly Effect[]
}
