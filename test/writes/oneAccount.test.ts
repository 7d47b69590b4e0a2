import fc from 'fast-check'
import { describe, test } from 'vitest'
import { share } from '../runs.js'
import { live, story } from './oneAccount.js'

describe('one account, of which a test and an application send', () => {
  test.each([
    ['all', 60_000_000n],
    ['two', 42_000n],
  ])(
    'behavior: blocks with room for %s add up, and nothing is lost',
    async (_, gasLimit) => {
      await fc.assert(
        fc.asyncProperty(story, (actions) => live(actions, gasLimit)),
        { numRuns: share(200) },
      )
    },
    600_000,
  )
})
