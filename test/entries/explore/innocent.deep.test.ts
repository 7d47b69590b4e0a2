// @vitest-environment jsdom
import FakeTimers from '@sinonjs/fake-timers'
import fc from 'fast-check'
import { type Body, explore, formatFinding } from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { innocents, nodes } from './innocent.js'

const options = { timers: FakeTimers, duration: 4_000, bail: 20 }

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

  test('has no finding, on every chain, alone and by pairs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(nodes)),
        fc.constantFrom(...Object.entries(innocents)),
        fc.record({
          unfair: fc.boolean(),
          runs: fc.integer({ min: 20, max: 60 }),
          seed: fc.string({ minLength: 1 }),
          duration: fc.integer({ min: 1_500, max: 5_000 }),
        }),
        async ([, node], [, body], given) => {
          const { findings } = await explore(body, {
            ...options,
            ...given,
            node,
            pairs: 20,
          })
          expect(findings.map(formatFinding)).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  })
})
