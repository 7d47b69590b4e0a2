import type { Profile } from '../../index.js'
import { checkNoVariant } from './checkVariant.js'
import { opStack } from './opStack.js'

/**
 * X Layer: blocks of one second, pre-confirmed every 200 ms; `eth_blockNumber`
 * accepts a block tag.
 *
 * @example
 * const node = createMockNode({ profile: xLayer(), accounts })
 */
export function xLayer(...given: readonly []): Profile {
  checkNoVariant('xLayer', given)
  return {
    name: 'X Layer',
    chain: {
      name: 'X Layer Mainnet',
      nativeCurrency: { name: 'OKB', symbol: 'OKB', decimals: 18 },
    },
    options: {
      ...opStack,
      chainId: 196,
      // 2026-01-15 00:00 UTC, the month of what was read
      timestamp: 1_768_435_200n,
      preconfirmationTime: 200,
      blockTime: 1_000,
      finalityLag: { safe: 120, finalized: 1_200 },
      answers: { blockNumberAcceptsTag: true },
    },
  }
}
