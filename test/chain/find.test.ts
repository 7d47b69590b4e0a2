import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hash } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import { type Chain, latestNumber } from '../../src/chain/blocks/chain.js'
import { beat } from '../../src/chain/intents/beat.js'
import { seal } from '../../src/chain/intents/seal.js'
import { setAccounts } from '../../src/chain/intents/setAccounts.js'
import { blockHash } from '../../src/chain/lookup/blockHash.js'
import {
  findBlock,
  findState,
  findTransaction,
} from '../../src/chain/lookup/find.js'
import { emptyState, readBalance } from '../../src/chain/model/state.js'
import { share } from '../runs.js'
import {
  alice,
  blockAt,
  bob,
  follow,
  intent,
  newChain,
  word,
} from './intents.js'

const tagged = (chain: Chain, tag: 'latest') =>
  findBlock(chain, { type: 'tag', tag })?.number

describe('findBlock', () => {
  test('default: by tag', () => {
    const chain = seal(newChain({ finalityLag: { safe: 2, finalized: 5 } }), 9)
    const tags = ['latest', 'pending', 'safe', 'finalized', 'earliest'] as const
    expect(tags.map((tag) => tagged(chain, tag as 'latest'))).toEqual([
      9n,
      10n,
      7n,
      4n,
      0n,
    ])
  })

  test('behavior: a chain younger than its lags is safe up to genesis', () => {
    const chain = seal(newChain(), 3)
    expect([
      tagged(chain, 'safe' as 'latest'),
      tagged(chain, 'finalized' as 'latest'),
    ]).toEqual([0n, 0n])
  })

  test('behavior: pending is the open block, which has no number or hash here', () => {
    const chain = seal(newChain(), 3)
    const pending = findBlock(chain, { type: 'tag', tag: 'pending' })
    expect(pending).toBe(chain.open)
    const hash = blockHash(chain, chain.open)
    expect(findBlock(chain, { type: 'number', number: 4n })).toBe(null)
    expect(findBlock(chain, { type: 'hash', hash })).toBe(null)
    expect(findState(chain, { type: 'hash', hash })).toBe(undefined)
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

  test('behavior: a hash of an abandoned branch is found no more', () => {
    const fork = seal(newChain(), 3)
    const left = seal(fork, 5)
    const hash = blockHash(left, blockAt(left, 6n))
    const right = seal(setAccounts(fork, { [bob]: { balance: 1n } }), 5)
    expect(findBlock(left, { type: 'hash', hash })?.number).toBe(6n)
    expect(findBlock(right, { type: 'hash', hash })).toBe(null)
    expect(findBlock(fork, { type: 'hash', hash })).toBe(null)
    expect(findState(fork, { type: 'hash', hash })).toBe(undefined)
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

  test('behavior: not while queued, then open, then sealed, at any depth', () => {
    const { chain, transaction } = preconfirm(newChain(), {
      from: alice,
      to: bob,
    })
    const { hash } = transaction
    expect(find(chain, hash)).toBe(null)
    const open = beat(chain).chain
    expect(find(open, hash)).toEqual(['open', 1n])
    let sealed = seal(open)
    for (let k = 0; k < 100; k++) {
      sealed = beat(preconfirm(sealed, { from: alice, to: bob }).chain).chain
      sealed = seal(sealed, 1 + (k % 3))
    }
    expect(find(sealed, hash)).toEqual(['sealed', 1n])
    expect(findTransaction(sealed, hash)).toMatchObject({
      included: { transaction },
    })
    expect(find(open, hash)).toEqual(['open', 1n])
  })

  test('behavior: null for an unknown one', () => {
    expect(find(seal(newChain(), 3), word('1'))).toBe(null)
  })
})
