import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { donorBlocks } from './donors.js'
import { story } from './story.js'
import { type Seen, tell } from './tell.js'

describe('the node and its model', () => {
  test('default: every read and event is the same', async () => {
    const seen: Seen = { actions: 0, reads: 0, kinds: new Map() }
    await fc.assert(
      fc.asyncProperty(story(await donorBlocks()), (one) => tell(one, seen)),
      { numRuns: 30 },
    )
    expect(seen.kinds.size).toBe(12)
  })
})
