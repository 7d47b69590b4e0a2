import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hash } from '../../src/base/hex/hex.js'
import { type Chain, latestNumber } from '../../src/chain/blocks/chain.js'
import { seal } from '../../src/chain/intents/seal.js'
import { blockHash } from '../../src/chain/lookup/blockHash.js'
import {
  findBlock,
  findState,
  findTransaction,
} from '../../src/chain/lookup/find.js'
import { emptyState, readBalance } from '../../src/chain/model/state.js'
import { share } from '../runs.js'
import { blockAt, bob, follow, intent, newChain, word } from './intents.js'

const tagged = (chain: Chain, tag: 'latest') =>
  findBlock(chain, { type: 'tag', tag })?.number

describe('findBlock', () => {
  test('behavior: a chain younger than its lags is safe up to genesis', () => {
    const chain = seal(newChain(), 3)
    expect([
      tagged(chain, 'safe' as 'latest'),
      tagged(chain, 'finalized' as 'latest'),
    ]).toEqual([0n, 0n])
  })

  test('behavior: null where there is none', () => {
    const chain = seal(newChain(), 3)
    for (const number of [4n, 5n, 2n ** 64n, 2n ** 256n])
      expect(findBlock(chain, { type: 'number', number })).toBe(null)
    expect(findBlock(chain, { type: 'hash', hash: word('1') })).toBe(null)
  })

  test('behavior: a hash is found although nobody read it before', () => {
    const twin = seal(newChain(), 50)
    const hash = blockHash(twin, blockAt(twin, 17n))
    const chain = seal(newChain(), 50)
    expect(findBlock(chain, { type: 'hash', hash })?.number).toBe(17n)
  })
})

describe('findState', () => {
  test('behavior: at every depth, as it was', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 40 }), (wishes) => {
        let chain = newChain()
        const balances = new Map<bigint, bigint>()
        for (const wish of wishes) {
          chain = follow(chain, wish)
          const latest = latestNumber(chain)
          // Blocks that a seal made at once are alike but for the last set.
          for (let number = latest; !balances.has(number); number--) {
            balances.set(number, readBalance(blockAt(chain, number).state, bob))
            if (number === 0n) break
          }
          balances.set(latest, readBalance(chain.sealed.value.state, bob))
        }
        for (const [number, balance] of balances) {
          const state = findState(chain, { type: 'number', number })
          expect(readBalance(state ?? emptyState, bob)).toBe(balance)
          const hash = blockHash(chain, blockAt(chain, number))
          expect(findState(chain, { type: 'hash', hash })).toBe(state)
        }
      }),
      { numRuns: share(100) },
    )
  })

  test('behavior: undefined where there is no block', () => {
    expect(findState(newChain(), { type: 'number', number: 1n })).toBe(
      undefined,
    )
  })
})

describe('findTransaction', () => {
  const find = (chain: Chain, hash: Hash) => {
    const found = findTransaction(chain, hash)
    return found?.type === 'included'
      ? [found.block.status, found.block.number]
      : null
  }

  test('behavior: null for an unknown one', () => {
    expect(find(seal(newChain(), 3), word('1'))).toBe(null)
  })
})
