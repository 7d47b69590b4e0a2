import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zeroHash } from '../../src/base/hex/hex.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { share } from '../runs.js'
import { digest, follow, intent, newChain } from './intents.js'

const script = fc.array(intent, { maxLength: 40 })

describe('a chain', () => {
  test('behavior: no intent changes the chain it is given', () => {
    fc.assert(
      fc.property(script, (wishes) => {
        const seen: [Chain, unknown][] = []
        let chain = newChain()
        for (const wish of wishes) {
          seen.push([chain, digest(chain)])
          chain = follow(chain, wish)
        }
        digest(chain)
        for (const [before, said] of seen) expect(digest(before)).toEqual(said)
      }),
      { numRuns: share(60) },
    )
  })

  test('behavior: the same intents give the same bytes, whoever read between', () => {
    fc.assert(
      fc.property(script, (wishes) => {
        const end = wishes.reduce(follow, newChain())
        const unread = wishes
          .filter(({ type }) => type !== 'read')
          .reduce(follow, newChain())
        expect(digest(unread)).toEqual(digest(end))
      }),
      { numRuns: share(60) },
    )
  })

  test('behavior: whatever happens, blocks number, link and add up', () => {
    fc.assert(
      fc.property(script, (wishes) => {
        const chain = wishes.reduce(follow, newChain())
        const { blocks } = digest(chain)
        for (const [at, { header, included }] of blocks.entries()) {
          expect(header.number).toBe(BigInt(at))
          expect(header.parentHash).toBe(blocks[at - 1]?.hash ?? zeroHash)
          expect(header.gasUsed).toBe(included.at(-1)?.cumulativeGasUsed ?? 0n)
          expect(header.gasUsed).toBeLessThanOrEqual(header.gasLimit)
          expect(
            included.map(({ transactionIndex }) => transactionIndex),
          ).toEqual(included.map((_, index) => index))
        }
        expect(new Set(blocks.map(({ hash }) => hash)).size).toBe(blocks.length)
      }),
      { numRuns: share(60) },
    )
  })

  test('behavior: branches from one chain do not disturb each other', () => {
    fc.assert(
      fc.property(script, script, script, (trunk, one, other) => {
        const fork = trunk.reduce(follow, newChain())
        const left = one.reduce(follow, fork)
        const before = digest(left)
        const right = other.reduce(follow, fork)
        digest(right)
        expect(digest(left)).toEqual(before)
        expect(digest(right)).toEqual(
          digest([...trunk, ...other].reduce(follow, newChain())),
        )
      }),
      { numRuns: share(40) },
    )
  })
})
