import type { Chain } from '../../../chain/blocks/chain.js'
import type {
  BeatPosition,
  TransactionEvent,
} from '../../../chain/blocks/transactionEvent.js'
import type { Moment } from './moment.js'
import { index } from './rhythm.js'
import type { ChainEvent } from './told.js'

export function beatPosition(moment: Moment): BeatPosition {
  const { number, imported } = moment.chain.open
  // An imported pending block is shown in place of the open one.
  return {
    blockNumber: imported?.number ?? number,
    index: index(moment),
  }
}

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
