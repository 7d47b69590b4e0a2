import type { Chain } from '../../../chain/blocks/chain.js'
import type {
  BeatPosition,
  TransactionEvent,
} from '../../../chain/blocks/transactionEvent.js'

/** An event, with the chain at that time: more may have happened since. */
export type ChainEvent =
  | {
      type: 'reorged'
      number: bigint
      depth: number
      wasFinalized: boolean
    }
  | { type: 'sealed'; number: bigint; chain: Chain }
  | {
      type: 'transaction'
      event: TransactionEvent
      /** The block that was pending, and its last beat. */
      at: BeatPosition
      chain: Chain
    }
  | {
      type: 'beat'
      time: number
      chain: Chain
      at: BeatPosition
      /** Counted from creation. */
      count: number
      /** ms since its block opened */
      offset: number
    }
