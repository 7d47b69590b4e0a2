import type { Profile } from '../../index.js'
import { checkVariant } from './checkVariant.js'
import { ofFlashblocks } from './opStack.js'

/**
 * Ethereum as geth serves it: a block every 12 s, and a pending block that is
 * only the node's guess.
 *
 * With `safe: 'fast'` (the Fast Confirmation Rule), `safe` is two blocks behind
 * instead of an epoch.
 *
 * @example
 * const node = createMockNode({ profile: ethereum({ safe: 'fast' }), accounts })
 *
 * @throws InvalidProfileError for another `safe` than `'fast'`.
 */
export function ethereum(
  options: { readonly safe?: 'fast' | undefined } = {},
): Profile {
  const safe = checkVariant('ethereum', 'safe', options, ['fast'])
  return {
    name: 'Ethereum',
    options: {
      chainId: 1,
      // 2026-11-12 00:00 UTC, the date of what was read
      timestamp: 1_794_441_600n,
      // How often its pending block takes up what arrived is up to a node.
      preconfirmationTime: 1_000,
      blockTime: 12_000,
      hardfork: 'osaka',
      pendingIdentity: 'nullHash',
      finalityLag: { safe: safe === undefined ? 32 : 2, finalized: 80 },
      header: { initialBaseFeePerGas: 1_000_000_000n },
      answers: {
        receipts: 'atSeal',
        subscriptions: ofFlashblocks(-32601),
        sendSync: { defaultTimeout: 20_000, maxTimeout: 60_000 },
      },
    },
  }
}
