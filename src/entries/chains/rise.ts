import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { opStack } from './opStack.js'

/**
 * RISE: shreds within a block; their receipts and logs have no block hash.
 *
 * @example
 * const node = createMockNode({ profile: rise(), accounts })
 */
export function rise(...given: readonly []): Profile {
  checkNoVariant('rise', given)
  return {
    name: 'RISE',
    options: {
      ...opStack,
      chainId: 4_153,
      // 2026-06-01 00:00 UTC; the date of what was read is not known
      timestamp: 1_780_272_000n,
      preconfirmationTime: 10,
      blockTime: 1_000,
      pendingIdentity: 'nullHash',
      beatsSeenBy: 'latest',
      answers: {
        subscriptions: { shreds: 'served' },
        sendSync: { beyondMax: 'refused', timeoutEncoding: 'number' },
      },
    },
  }
}
