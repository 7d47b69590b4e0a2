import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { opStack } from './opStack.js'

/**
 * World Chain: flashblocks under `pending`. Calls and state reads may lag
 * behind the pending block.
 *
 * @example
 * const node = createMockNode({ profile: worldChain(), accounts })
 */
export function worldChain(...given: readonly []): Profile {
  checkNoVariant('worldChain', given)
  return {
    name: 'World Chain',
    options: {
      ...opStack,
      chainId: 480,
      // 2026-07-18 00:00 UTC, the date of what was read
      timestamp: 1_784_332_800n,
      preconfirmationTime: 200,
      blockTime: 2_000,
      finalityLag: { safe: 60, finalized: 600 },
    },
  }
}
