import { same } from '../../model/same.js'
import type { Action } from '../../model/story.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { readAll } from '../../node/reads.js'
import { everyStory } from '../everyStory.js'
import type { Property } from '../property.js'

export const revert: Property = {
  name: 'snapshot and revert are as if nothing had been between',
  unit: 'steps',
  hold: (seed, cases) =>
    everyStory(seed, cases, async ({ options, actions }, choose) => {
      const reverted = createFaultless(options)
      const straight = createFaultless(options)
      if (reverted === null || straight === null) return
      const act = createActor(reverted)
      const actStraight = createActor(straight)
      for (const [at, action] of actions.entries()) {
        if (choose(3) === 0) {
          const snapshot = reverted.snapshot()
          const stray = createActor(reverted)
          for (let left = choose(6); left > 0; left--)
            await stray(actions[choose(actions.length)] as Action, left)
          reverted.revert(snapshot)
          same(`before action ${at}: now`, straight.now, reverted.now)
        }
        await act(action, at)
        await actStraight(action, at)
      }
      same('reverted', await readAll(straight), await readAll(reverted))
      for (const node of [reverted, straight]) node.dispose()
    }),
}
