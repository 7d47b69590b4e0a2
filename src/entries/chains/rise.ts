import type { Profile, ProfileOptions } from '../../index.js'
import { opStack } from './opStack.js'

/** Beats under `latest`, and the subscription to them. */
export const shreds: ProfileOptions = {}

/**
 * RISE: shreds within a block, with receipts and logs that know no block hash.
 *
 * @example
 * const node = createMockNode({ profile: rise(), accounts })
 */
export function rise(): Profile {
  return {
    name: 'RISE',
    options: {
      ...opStack,
      ...shreds,
      chainId: 4_153,
      // 2026-06-01 00:00 UTC; the date of what was read is not known
      timestamp: 1_780_272_000n,
      preconfirmationTime: 10,
      blockTime: 1_000,
      pendingIdentity: 'nullHash',
      answers: { sendSync: { beyondMax: 'refused', timeoutAs: 'number' } },
    },
  }
}
