import { same } from '../../model/same.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { ask, readAll } from '../../node/reads.js'
import { everyStory } from '../everyStory.js'
import type { Property } from '../property.js'
import { someReads } from '../someReads.js'

export const reads: Property = {
  name: 'reads change nothing',
  unit: 'steps',
  hold: (seed, cases) =>
    everyStory(seed, cases, async ({ options, actions }, choose) => {
      const asked = createFaultless(options)
      const unasked = createFaultless(options)
      if (asked === null || unasked === null) return
      const act = createActor(asked)
      const actUnasked = createActor(unasked)
      for (const [at, action] of actions.entries()) {
        for (const [method, ...params] of await someReads(asked, 12, choose))
          await ask(asked, method, ...params).catch(() => {})
        await act(action, at)
        await actUnasked(action, at)
      }
      same('asked', await readAll(unasked), await readAll(asked))
      for (const node of [asked, unasked]) node.dispose()
    }),
}
