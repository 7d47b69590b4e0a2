import { toQuantity } from '../../../base/hex/hex.js'
import { millisecondsOf } from '../../../chain/model/blockRun.js'
import type { Included } from '../../../chain/model/transaction.js'
import { formatReceipt } from '../../format/formatReceipt.js'
import { formatTransaction } from '../../format/formatTransaction.js'
import { identify } from '../../format/identity.js'
import type { View } from '../../view/view.js'
import { enteredIn } from '../preconfirmedIn.js'
import { readNothing } from '../readOption.js'
import { type Beat, seenBeats } from '../seenBeats.js'
import type { SubscriptionType } from './subscriptionType.js'

export const miniBlocks: SubscriptionType<undefined> = {
  type: 'miniBlocks',
  isUsual: false,
  read: readNothing,
  results: (_, update) =>
    seenBeats(update).map((beat) => {
      const { chain } = beat
      return miniBlock(
        { ...update.view, chain },
        enteredIn(update, chain),
        beat,
      )
    }),
}

/**
 * A beat as MegaETH tells it (docs.megaeth.com, eth_subscribe), without roots
 * and the sequencer's signature, whose form is not established.
 */
function miniBlock(
  view: View,
  entered: readonly Included[],
  { at: { index }, count, offset }: Beat,
) {
  const { open } = view.chain
  const { receipt, transaction } = identify(view, open)
  const { number, timestamp, origin } = open
  const opened = millisecondsOf(origin, number - 1n)
  const gasUsed = entered.reduce((sum, { effect }) => sum + effect.gasUsed, 0n)
  return {
    block_number: toQuantity(number),
    block_timestamp: toQuantity(timestamp),
    index: toQuantity(index),
    mini_block_number: toQuantity(count),
    mini_block_timestamp: toQuantity((opened + BigInt(offset)) * 1_000n),
    gas_used: toQuantity(gasUsed),
    transactions: entered.map((one) => formatTransaction(one, transaction)),
    receipts: entered.map((one) =>
      formatReceipt(one, receipt, view.answering.receiptFields),
    ),
  }
}
