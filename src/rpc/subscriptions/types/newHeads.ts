import { newBlocks } from '../changes.js'
import { formatHead } from '../formatHead.js'
import { readNothing } from '../readOption.js'
import { isSeen, seenBeats } from '../seenBeats.js'
import type { SubscriptionType } from './subscriptionType.js'

export const newHeads: SubscriptionType<undefined> = {
  type: 'newHeads',
  isUsual: true,
  read: readNothing,
  results(_, { view, from, effects, options }) {
    const heads =
      options.newHeads === 'beat' && isSeen(view.chain)
        ? seenBeats({ effects }).map(({ chain }) => ({
            chain,
            block: chain.open,
          }))
        : newBlocks(from, view.chain)
    return heads.map(({ chain, block }) =>
      formatHead({ ...view, chain }, block),
    )
  },
}
