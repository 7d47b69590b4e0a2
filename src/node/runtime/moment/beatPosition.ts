import type { BeatPosition } from '../../../chain/blocks/transactionEvent.js'
import type { Moment } from './moment.js'
import { index } from './rhythm.js'

export function beatPosition(moment: Moment): BeatPosition {
  const { number, imported } = moment.chain.open
  // An imported pending block is shown in place of the open one.
  return {
    blockNumber: imported?.number ?? number,
    index: index(moment),
  }
}
