import type { Chain } from '../../../chain/blocks/chain.js'
import { readKnownLogs } from '../../format/formatReceipt.js'
import { type LogCriteria, refuseCriteria } from '../../logs/logCriteria.js'
import type { View } from '../../view/view.js'
import { newBlocks } from '../changes.js'
import { readCriteria } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

export const monadLogs: SubscriptionType<LogCriteria> = {
  type: 'monadLogs',
  isUsual: false,
  read: readCriteria,
  refuse: (criteria) => refuseCriteria(criteria, 1),
  results: (criteria, { view, from }) => committedLogs(from, view, criteria),
}

/**
 * The logs of blocks that were sealed since an earlier chain, as Monad tells
 * them of proposals (docs.monad.xyz, WebSocket guide). Whether it tells them
 * again as their block comes to other states is not established.
 */
function committedLogs(
  since: Chain,
  view: View,
  criteria: LogCriteria,
): object[] {
  return newBlocks(since, view.chain).flatMap(({ block: { number }, chain }) =>
    readKnownLogs(
      { ...view, chain },
      criteria,
      { from: number, to: number },
      false,
    ).map((log) => ({
      blockId: log.blockHash,
      commitState: 'Proposed',
      ...log,
    })),
  )
}
