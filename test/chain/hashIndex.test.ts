import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { seal } from '../../src/chain/intents/seal.js'
import { setAccounts } from '../../src/chain/intents/setAccounts.js'
import {
  latestHash,
  unhashedThrough,
} from '../../src/chain/lookup/blockHash.js'
import { findBlock } from '../../src/chain/lookup/find.js'
import { type BlockRun, newRunMemo } from '../../src/chain/model/blockRun.js'
import { append, type Lineage } from '../../src/chain/model/lineage.js'
import { alice, newChain } from './intents.js'

const numberAt = (chain: Chain, of: Chain) =>
  findBlock(chain, { type: 'hash', hash: latestHash(of) })?.number

const branch = (chain: Chain, balance: number) =>
  seal(setAccounts(chain, { [alice]: { balance: BigInt(balance) } }), 2)

describe('hashIndex', () => {
  test('behavior: hashes of blocks that were undone are forgotten', () => {
    const trunk = seal(newChain(), 100)
    for (let round = 0; round < 650; round++) {
      const chain = branch(trunk, round)
      expect(numberAt(chain, chain)).toBe(102n)
    }
    const { hashes } = trunk.memo.hashIndex.numbers
    expect(hashes.size).toBeLessThanOrEqual(2 * 103 + 1_024)
    expect(numberAt(trunk, trunk)).toBe(100n)
  })

  test('behavior: of two branches each finds its own, in turns', () => {
    const trunk = seal(newChain(), 5)
    let [one, other] = [branch(trunk, 1), branch(trunk, 2)]
    for (let round = 0; round < 1_100; round++) {
      expect(numberAt(one, one)).toBe(7n + BigInt(round))
      expect(numberAt(other, one)).toBeUndefined()
      expect(numberAt(one, other)).toBeUndefined()
      expect(numberAt(other, other)).toBe(7n + BigInt(round))
      one = seal(one)
      other = seal(other)
    }
  })
})

test('the story of a long test counted, at each line, all blocks before it', () => {
  let visited = 0
  let sealed: Lineage<BlockRun> | null = null
  for (let first = 0; first < 5_000; first++)
    sealed = append(sealed, {
      count: 1,
      get memo() {
        visited++
        return newRunMemo()
      },
    } as unknown as BlockRun)
  if (sealed === null) throw new Error('There are blocks.')
  expect(unhashedThrough(sealed, 0, 1_000).missing).toBe(1_001)
  expect(visited).toBe(1_001)
  expect(unhashedThrough(sealed, 0).missing).toBe(5_000)
})
