import type { Chain } from '../../chain/chain.js'
import type { TransactionEvent } from '../../chain/intents/transactionEvent.js'
import type { Moment } from '../time/moment.js'
import { index, type Timing } from '../time/rhythm.js'

/** What happened, with the chain as it was then: more may have happened since. */
export type ChainEvent =
  | {
      type: 'reorged'
      number: bigint
      depth: number
      wasFinalized: boolean
    }
  | { type: 'sealed'; number: bigint; chain: Chain }
  | { type: 'transaction'; event: TransactionEvent; at: BeatPosition }
  | { type: 'beat'; time: number; chain: Chain; at: BeatPosition }

/** The block that was pending, and the index of its last beat. */
export type BeatPosition = {
  readonly blockNumber: bigint
  readonly index: number
}

export function beatPosition(moment: Moment, timing: Timing): BeatPosition {
  const { number, imported } = moment.chain.open
  // An imported pending block is shown in the place of the open one.
  return {
    blockNumber: imported?.number ?? number,
    index: index(moment, timing),
  }
}

/** What no beat takes back is reported where it had entered. */
export function eventsAt(
  at: BeatPosition,
  events: readonly TransactionEvent[],
): ChainEvent[] {
  return events.map((event) => {
    const entered = event.type === 'dropped' ? event.entered : undefined
    return { type: 'transaction', event, at: entered ?? at }
  })
}
