import fc from 'fast-check'
import { tell } from '../../model/tell.js'
import { stories } from '../everyStory.js'
import type { Property } from '../property.js'

export const model: Property = {
  name: 'the node says what its model says',
  unit: 'steps',
  async hold(seed, cases) {
    const seen = { actions: 0, reads: 0, kinds: new Map() }
    const told = fc.asyncProperty(await stories, (one) => tell(one, seen))
    await fc.assert(told, { seed, numRuns: cases })
    return seen.actions
  },
}
