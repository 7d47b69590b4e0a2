// @vitest-environment jsdom
import FakeTimers from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { type Body, explore, formatFinding } from 'preseal/explore'
import * as wallets from 'preseal/wallets'
import { afterAll, describe, expect, test } from 'vitest'
import { innocents, nodes } from './innocent.js'

const options = { timers: FakeTimers, duration: 4_000, bail: 20 }

/** Shards of the mishaps. */
const parts = 15

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

describe('an application that does nothing wrong', () => {
  test('the deposit that opens a block was left out of it, and the application was blamed', async () => {
    for (const name of ['viem optimism', 'default']) {
      const { findings } = await explore(innocents.pays as Body, {
        ...options,
        node: nodes[name],
        unfair: true,
        pairs: 20,
      })
      expect(findings.map(formatFinding)).toEqual([])
    }
  })

  test.each(Object.entries(innocents))(
    '%s has no finding with any profile of a chain or a wallet',
    async (_, body) => {
      const worlds = [
        ...Object.values(nodes).map((node) => ({ node })),
        ...Object.values(wallets).map((profile) => ({
          wallet: { profile },
        })),
      ]
      for (const [index, world] of worlds.entries()) {
        // Another part of the mishaps with each profile.
        const shard = `${(index % parts) + 1}/${parts}`
        const given = { ...options, ...world, runs: 8 * parts, shard }
        const { findings } = await explore(body, { ...given, duration: 3_000 })
        expect(findings.map(formatFinding)).toEqual([])
      }
    },
  )

  test('has no finding, on every chain, alone and by pairs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(nodes)),
        fc.constantFrom(...Object.entries(innocents)),
        fc.option(fc.constantFrom(...Object.entries(wallets))),
        fc.record({
          unfair: fc.boolean(),
          runs: fc.integer({ min: 20, max: 60 }),
          seed: fc.string({ minLength: 1 }),
          duration: fc.integer({ min: 1_500, max: 5_000 }),
        }),
        async ([, node], [, body], wallet, given) => {
          const { findings } = await explore(body, {
            ...options,
            ...given,
            node,
            ...(wallet && { wallet: { profile: wallet[1] } }),
            pairs: 20,
          })
          expect(findings.map(formatFinding)).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  })
})
