import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { latestNumber } from '../../../src/chain/blocks/chain.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { setAccounts } from '../../../src/chain/intents/setAccounts.js'
import { findTransaction } from '../../../src/chain/lookup/find.js'
import { share } from '../../runs.js'
import {
  alice,
  blockAt,
  bob,
  digest,
  follow,
  intent,
  newChain,
} from '../intents.js'

const busy = () => {
  const { chain, transaction } = preconfirm(newChain(), {
    from: alice,
    to: bob,
  })
  return { chain: beat(chain).chain, transaction }
}

describe('seal', () => {
  test('default: the open block becomes latest, the next one opens', () => {
    const { chain, transaction } = busy()
    const sealed = seal(chain)
    expect(latestNumber(sealed)).toBe(1n)
    expect(blockAt(sealed, 1n).included).toBe(chain.open.included)
    expect(sealed.open).toMatchObject({
      number: 2n,
      timestamp: 1_767_225_604n,
      entries: null,
      included: [],
      gasUsed: 0n,
    })
    expect(sealed.open.base).toBe(chain.open.state)
    expect(findTransaction(sealed, transaction.hash)).toMatchObject({
      block: { status: 'sealed', number: 1n },
    })
  })

  test('behavior: what is queued stays queued', () => {
    const { chain } = preconfirm(newChain(), { from: alice, to: bob })
    expect(seal(chain, 5).queue).toBe(chain.queue)
  })

  test('behavior: idle blocks are one link, genesis apart', () => {
    expect(seal(newChain()).sealed).toMatchObject({
      depth: 1,
      value: { first: 1n, count: 1 },
    })
    expect(seal(newChain(), 1_000_000).sealed).toMatchObject({
      depth: 1,
      value: { first: 1n, count: 1_000_000 },
    })
  })

  test('behavior: an eventful block is a link, the idle ones after it another', () => {
    const chain = seal(seal(busy().chain, 100), 100)
    expect(chain.sealed).toMatchObject({
      depth: 2,
      value: { first: 2n, count: 199 },
      parent: { value: { first: 1n, count: 1 } },
    })
  })

  test('behavior: n blocks at once are n times one', () => {
    fc.assert(
      fc.property(
        fc.array(intent, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 6 }), {
          minLength: 1,
          maxLength: 5,
        }),
        (wishes, parts) => {
          const chain = wishes.reduce(follow, newChain())
          const whole = seal(
            chain,
            parts.reduce((sum, part) => sum + part),
          )
          const inParts = parts.reduce(seal, chain)
          expect(digest(inParts)).toEqual(digest(whole))
          expect(inParts.sealed.depth).toBe(whole.sealed.depth)
        },
      ),
      { numRuns: share(50) },
    )
  })

  test('behavior: a set splits a run, which then goes on as one', () => {
    let chain = seal(newChain(), 10)
    chain = setAccounts(chain, { [bob]: { balance: 1n } })
    chain = seal(chain, 10)
    const links: [bigint, number][] = []
    for (
      let link: typeof chain.sealed | null = chain.sealed;
      link;
      link = link.parent
    )
      links.unshift([link.value.first, link.value.count])
    expect(links.map(([first]) => first)).toEqual([0n, 1n, 10n, 11n])
    expect(links.reduce((sum, [, count]) => sum + count, 0)).toBe(21)
    const longer = seal(chain, 100)
    expect(longer.sealed.depth).toBe(chain.sealed.depth)
  })
})
