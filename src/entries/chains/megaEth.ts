import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { ofFlashblocks } from './opStack.js'

/**
 * MegaETH: mini blocks every 10 ms within blocks of one second.
 *
 * @example
 * const node = createMockNode({ profile: megaEth(), accounts })
 */
export function megaEth(...given: readonly []): Profile {
  checkNoVariant('megaEth', given)
  return {
    name: 'MegaETH',
    withoutEvm:
      'meters storage apart from computation, at no less than 60,000 gas a transaction',
    options: {
      chainId: 4_326,
      // 2026-07-24 00:00 UTC, when its endpoint was measured
      timestamp: 1_784_851_200n,
      preconfirmationTime: 10,
      blockTime: 1_000,
      beatsSeenBy: 'latestState',
      answers: {
        subscriptions: {
          ...ofFlashblocks(-32601),
          newPendingTransactions: -32601,
          syncing: -32601,
          stateChanges: 'served',
          miniBlocks: 'served',
        },
        sendSync: {
          defaultTimeout: 5_000,
          maxTimeout: 3_000,
          beyondMax: 'capped',
          timeoutEncoding: 'number',
          blockHash: `0x${'f'.repeat(64)}`,
          expired: { code: -32000, message: 'realtime transaction expired' },
        },
      },
    },
  }
}
