import type { RpcBlock } from 'viem'
import type { BlockView } from '../../../chain/blocks/chain.js'
import { formatBlock } from '../../format/formatBlock.js'
import { formatImportedBlock } from '../../format/formatImported.js'
import type { View } from '../../view/view.js'
import { flashblockPayload } from '../flashblockPayload.js'
import { enteredIn } from '../preconfirmedIn.js'
import { readNothing } from '../readOption.js'
import { seenBeats } from '../seenBeats.js'
import type { SubscriptionType } from './subscriptionType.js'

export const newFlashblocks: SubscriptionType<undefined> = {
  type: 'newFlashblocks',
  isUsual: true,
  read: readNothing,
  results(_, update) {
    const { view, from, options } = update
    return seenBeats(update).map(({ chain, at: { index } }) => {
      const then = { ...view, chain }
      return options.newFlashblocks === 'payload'
        ? flashblockPayload(then, from, enteredIn(update, chain), index)
        : wholeBlock(then, chain.open)
    })
  },
}

/** An imported one as far as it is known: with hashes, if it came with them. */
function wholeBlock(view: View, block: BlockView): RpcBlock {
  const { imported } = block
  if (imported === undefined) return formatBlock(view, block, true)
  const isWhole = imported.transactions.every(({ text }) => text !== undefined)
  return formatImportedBlock(imported, isWhole)
}
