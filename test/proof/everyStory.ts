import fc from 'fast-check'
import { createRandom } from '../entries/evm/random.js'
import { donorBlocks } from '../model/donors.js'
import { type Story, story } from '../model/story.js'

export const stories = donorBlocks().then(story)

/** A number from 0 to below another. */
export type Choose = (below: number) => number

/**
 * Plays random stories of a seed, and returns how many actions they had. If
 * `play` throws for one, it throws for the shortest such story.
 */
export async function everyStory(
  seed: number,
  numRuns: number,
  play: (story: Story, choose: Choose) => Promise<void>,
): Promise<number> {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(await stories, fc.nat(), async (told, chance) => {
      steps += told.actions.length
      await play(told, createRandom(chance).below)
    }),
    { seed, numRuns },
  )
  return steps
}
