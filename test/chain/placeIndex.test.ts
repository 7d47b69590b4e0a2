import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hash } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import { type Chain, latestNumber } from '../../src/chain/blocks/chain.js'
import { indexIn } from '../../src/chain/blocks/openBlock.js'
import { findPlace, type Place } from '../../src/chain/indexes/placeIndex.js'
import { beat } from '../../src/chain/intents/beat.js'
import { reorg } from '../../src/chain/intents/reorg.js'
import { seal } from '../../src/chain/intents/seal.js'
import { type BlockRun, hashesIn } from '../../src/chain/model/blockRun.js'
import type { Lineage } from '../../src/chain/model/lineage.js'
import { share } from '../runs.js'
import { alice, bob, follow, intent, newChain } from './intents.js'

/** Sealed transactions, each in the oldest block that has it. */
function placesIn({ sealed }: Chain): Map<Hash, Place> {
  const places = new Map<Hash, Place>()
  for (let link: Lineage<BlockRun> | null = sealed; link; link = link.parent)
    for (const [transactionIndex, hash] of hashesIn(link.value).entries())
      places.set(hash, { number: link.value.first, transactionIndex })
  return places
}

const send = (chain: Chain, value: number) =>
  preconfirm(chain, { from: alice, to: bob, value: BigInt(value) }).chain

const sealOne = (chain: Chain, value: number) =>
  seal(beat(send(chain, value)).chain)

describe('findPlace', () => {
  test('property: of many branches each finds what its own blocks hold', () => {
    const change = fc.record({
      of: fc.nat({ max: 9 }),
      wish: fc.oneof(
        { weight: 6, arbitrary: intent },
        {
          weight: 1,
          arbitrary: fc.record({
            type: fc.constant('reorg' as const),
            depth: fc.integer({ min: 1, max: 3 }),
            isEmpty: fc.boolean(),
          }),
        },
      ),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const branches = [newChain()]
        const known = new Set<Hash>()
        for (const { of, wish } of changes) {
          const from = branches[of % branches.length] as Chain
          const next =
            wish.type !== 'reorg'
              ? follow(from, wish)
              : latestNumber(from) < BigInt(wish.depth)
                ? from
                : reorg(from, wish.depth, wish.isEmpty ? undefined : []).chain
          branches.splice(
            of % branches.length,
            wish.type === 'seal' ? 0 : 1,
            next,
          )
          for (const hash of placesIn(next).keys()) known.add(hash)
          for (const chain of branches) {
            const places = placesIn(chain)
            for (const hash of known)
              expect(findPlace(chain, hash)).toEqual(places.get(hash))
          }
        }
      }),
      { numRuns: share(300, 10) },
    )
  })

  test('behavior: places in blocks that were undone are forgotten', () => {
    const trunk = sealOne(newChain(), 1)
    const [hash] = [...placesIn(trunk).keys()] as [Hash]
    for (let round = 0; round < 1_200; round++) {
      const branch = sealOne(trunk, round + 2)
      const [own] = [...placesIn(branch).keys()] as [Hash]
      expect(findPlace(branch, own)?.number).toBe(2n)
      expect(findPlace(trunk, own)).toBeUndefined()
    }
    expect(trunk.memo.placeIndex.places.size).toBeLessThanOrEqual(1_024 + 4)
    expect(findPlace(trunk, hash)?.number).toBe(1n)
  })
})

describe('indexIn', () => {
  test('property: each version of an open block finds what it holds', () => {
    const sent = fc.record({
      of: fc.nat({ max: 5 }),
      value: fc.nat({ max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 12 }), (all) => {
        const versions = [newChain({ gasLimit: 1_000_000n })]
        const known = new Set<Hash>()
        for (const { of, value } of all) {
          const from = versions[of % versions.length] as Chain
          const next = beat(send(from, value)).chain
          versions.push(next)
          for (const hash of hashesIn({ ...next.open, imported: undefined }))
            known.add(hash)
          for (const { open } of versions) {
            const hashes = hashesIn({ ...open, imported: undefined })
            for (const hash of known)
              expect(indexIn(open, hash) ?? -1).toBe(hashes.indexOf(hash))
          }
        }
      }),
      { numRuns: share(300, 30) },
    )
  })
})
