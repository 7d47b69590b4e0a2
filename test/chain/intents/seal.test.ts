import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { preconfirm } from '../../../src/chain/admission/preconfirm.js'
import { beat } from '../../../src/chain/intents/beat.js'
import { seal } from '../../../src/chain/intents/seal.js'
import { share } from '../../runs.js'
import { alice, bob, digest, follow, intent, newChain } from '../intents.js'

const busy = () => {
  const { chain, transaction } = preconfirm(newChain(), {
    from: alice,
    to: bob,
  })
  return { chain: beat(chain).chain, transaction }
}

describe('seal', () => {
  test('behavior: what is queued stays queued', () => {
    const { chain } = preconfirm(newChain(), { from: alice, to: bob })
    expect(seal(chain, 5).queue).toBe(chain.queue)
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
})
