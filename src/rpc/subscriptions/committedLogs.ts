import type { Chain } from '../../chain/blocks/chain.js'
import { readKnownLogs } from '../format/readLogs.js'
import type { LogCriteria } from '../logs/logCriteria.js'
import type { View } from '../view/view.js'
import { newBlocks } from './changes.js'

/**
 * The logs of blocks that were sealed since an earlier chain, as Monad tells
 * them of proposals (docs.monad.xyz, WebSocket guide). Whether it tells them
 * again as their block comes to other states is not established.
 */
export function committedLogs(
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
