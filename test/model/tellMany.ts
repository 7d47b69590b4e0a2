import fc from 'fast-check'
import { donorBlocks } from './donors.js'
import { story } from './story.js'
import { type Seen, tell } from './tell.js'

/** Tells random stories to a node and to the model, and says where they came. */
export async function tellMany(runs: number): Promise<Seen> {
  const seen: Seen = { actions: 0, reads: 0, kinds: new Map() }
  const stories = story(await donorBlocks())
  await fc.assert(
    fc.asyncProperty(stories, (one) => tell(one, seen)),
    { numRuns: runs },
  )
  return seen
}
