import type { Chain } from '../../../chain/blocks/chain.js'
import type {
  BeatPosition,
  TransactionEvent,
} from '../../../chain/blocks/transactionEvent.js'
import type { ChainEvent } from './chainEvent.js'

/** A drop at no beat is reported at the transaction's place. */
export function eventsAt(
  at: BeatPosition,
  { chain, events }: { chain: Chain; events: readonly TransactionEvent[] },
): ChainEvent[] {
  return events.map((event) => {
    const entered = event.type === 'dropped' ? event.entered : undefined
    return { type: 'transaction', event, at: entered ?? at, chain }
  })
}
