import { same } from '../../model/same.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { everyStory } from '../everyStory.js'
import { openDoors } from '../openDoors.js'
import type { Property } from '../property.js'
import { someReads } from '../someReads.js'

export const doors: Property = {
  name: 'provider, control, fetch, server and sockets say the same bytes',
  unit: 'steps',
  hold: (seed, cases) =>
    everyStory(seed, cases, async ({ options, actions }, choose) => {
      const node = createFaultless(options)
      if (node === null) return
      const act = createActor(node)
      const { doors, close } = await openDoors(node)
      try {
        for (const [at, action] of actions.entries()) {
          await act(action, at)
          for (const request of await someReads(node, 4, choose)) {
            const where = `action ${at}: ${JSON.stringify(request)}`
            const said = await doors.provider?.(request)
            for (const [name, ask] of Object.entries(doors))
              same(`${where} by ${name}`, said, await ask(request))
          }
        }
      } finally {
        await close()
        node.dispose()
      }
    }),
}
