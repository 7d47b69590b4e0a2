import fc from 'fast-check'
import { donorBlocks } from './donors.js'
import { story } from './story.js'
import { type Seen, tell } from './tell.js'

const mostRounds = 40

/**
 * Tells random stories to a node and to the model, and says where they came.
 *
 * @param kinds - What has to come: more stories are told until it has, since a
 * seed may leave out what is rare.
 */
export async function tellMany(
  runs: number,
  kinds: readonly string[] = [],
): Promise<Seen> {
  const seen: Seen = { actions: 0, reads: 0, kinds: new Map() }
  const stories = story(await donorBlocks())
  const told = fc.asyncProperty(stories, (one) => tell(one, seen))
  await fc.assert(told, { numRuns: runs })
  const { seed = 0 } = fc.readConfigureGlobal() ?? {}
  for (let round = 1; round <= mostRounds; round++) {
    if (kinds.every((kind) => seen.kinds.has(kind))) break
    await fc.assert(told, { numRuns: 50, seed: 1_000 * seed + round })
  }
  return seen
}
