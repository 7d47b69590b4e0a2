import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import { beat } from '../../src/chain/intents/beat.js'
import { seal } from '../../src/chain/intents/seal.js'
import { blockHash } from '../../src/chain/lookup/blockHash.js'
import { alice, blockAt, bob, newChain } from './intents.js'

describe('a chain', () => {
  test('behavior: thousands of eventful blocks are hashed without recursion', () => {
    let chain = newChain()
    for (let k = 0; k < 12_000; k++) {
      if (k % 2 === 0)
        chain = beat(preconfirm(chain, { from: alice, to: bob }).chain).chain
      chain = seal(chain)
    }
    expect(chain.sealed.depth).toBe(12_000)
    const { hash, parentHash } = {
      hash: blockHash(chain, blockAt(chain, 12_000n)),
      parentHash: blockHash(chain, blockAt(chain, 11_999n)),
    }
    expect(hash).not.toBe(parentHash)
  })
})
