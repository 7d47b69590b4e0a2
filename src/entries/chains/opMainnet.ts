import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { ofFlashblocks, opStack } from './opStack.js'

/**
 * OP Mainnet: flashblocks every 250 ms, visible only under `pending`.
 *
 * @example
 * const node = createMockNode({ profile: opMainnet(), accounts })
 */
export function opMainnet(...given: readonly []): Profile {
  checkNoVariant('opMainnet', given)
  return {
    name: 'OP Mainnet',
    options: {
      ...opStack,
      chainId: 10,
      // 2026-06-26 00:00 UTC, when its answers were measured
      timestamp: 1_782_432_000n,
      preconfirmationTime: 250,
      blockTime: 2_000,
      finalityLag: { safe: 60, finalized: 600 },
      answers: { subscriptions: ofFlashblocks(-32602) },
    },
  }
}
