import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/blocks/chain.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { blockHash } from '../../../src/chain/lookup/blockHash.js'
import { blockAt, newChain } from '../intents.js'

const hashAt = (chain: Chain, number: bigint) =>
  blockHash(chain, blockAt(chain, number))

describe('blockHash', () => {
  test('error: over 100,000 blocks that nobody hashed, until a second read', () => {
    const chain = seal(newChain(), 100_001)
    expect(() => hashAt(chain, 100_000n)).toThrowErrorMatchingInlineSnapshot(
      `[GasLimitError: This hash depends on 100001 blocks that were never hashed. One read hashes 100000, and they stay hashed: read 2 times in all.]`,
    )
    expect(chain.sealed.value.memo.hashes).toHaveLength(99_999)
    expect(hashAt(chain, 100_000n)).toMatch(/^0x/)
  })
})
