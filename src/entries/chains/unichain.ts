import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { opStack } from './opStack.js'

/**
 * Unichain: blocks of one second, pre-confirmed every 200 ms with their roots.
 *
 * @example
 * const node = createMockNode({ profile: unichain(), accounts })
 */
export function unichain(...given: readonly []): Profile {
  checkNoVariant('unichain', given)
  return {
    name: 'Unichain',
    options: {
      ...opStack,
      chainId: 130,
      // 2026-03-05 00:00 UTC, the date of what was read
      timestamp: 1_772_668_800n,
      preconfirmationTime: 200,
      blockTime: 1_000,
      pendingStateRoot: 'everyBeat',
      finalityLag: { safe: 120, finalized: 1_200 },
    },
  }
}
