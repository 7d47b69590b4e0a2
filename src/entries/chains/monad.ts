import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { ofFlashblocks } from './opStack.js'

/**
 * Monad: a block every 300 ms. It is latest when proposed, safe with the next
 * block, and finalized with the one after.
 *
 * @example
 * const node = createMockNode({ profile: monad(), accounts })
 */
export function monad(...given: readonly []): Profile {
  checkNoVariant('monad', given)
  return {
    name: 'Monad',
    chain: {
      nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    },
    withoutEvm:
      'charges the gas limit, and prices cold accounts at 10,100 gas and storage by pages',
    options: {
      chainId: 143,
      // 2026-09-01 00:00 UTC, the month in which its block time was measured
      timestamp: 1_788_220_800n,
      preconfirmationTime: 30,
      blockTime: 300,
      hardfork: 'osaka',
      beatsSeenBy: 'none',
      finalityLag: { safe: 1, finalized: 2 },
      endpoint: { logRange: 1_000 },
      header: {
        gasLimit: 150_000_000n,
        initialBaseFeePerGas: 100_000_000_000n,
        minBaseFeePerGas: 100_000_000_000n,
      },
      answers: {
        subscriptions: {
          ...ofFlashblocks(-32602),
          newPendingTransactions: -32602,
          syncing: -32602,
          monadNewHeads: 'served',
          monadLogs: 'served',
        },
      },
    },
  }
}
