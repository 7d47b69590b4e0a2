import { same } from '../../model/same.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { readAll } from '../../node/reads.js'
import { everyStory } from '../everyStory.js'
import type { Property } from '../property.js'

export const past: Property = {
  name: 'a view of the past is what was said then',
  unit: 'steps',
  hold: (seed, cases) =>
    everyStory(seed, cases, async ({ options, actions }, choose) => {
      const node = createFaultless(options)
      if (node === null) return
      const act = createActor(node)
      // The instant of creation stays as it was before any verb.
      const created = await readAll(node)
      let said = new Map<number, Said>([[node.now, created]])
      for (const [at, action] of actions.entries()) {
        await act(action, at)
        // Time that goes back forgets the future. A snapshot has its own past.
        const kept = action.type === 'revert' ? [] : [...said]
        said = new Map(kept.filter(([now]) => now < node.now))
        said.set(0, created)
        if (node.now > 0 && choose(3) === 0)
          said.set(node.now, await readAll(node))
      }
      // This fault shows the node of the moment at which it began.
      const { blocks } = await readAll(node)
      const snapshot = node.snapshot()
      node.fault({ type: 'frozen' })
      await act({ type: 'nextBeat', times: choose(4) + 1 }, 0)
      same('frozen', blocks, (await readAll(node)).blocks)
      node.revert(snapshot)
      for (const [now, then] of [...said].reverse()) {
        node.seek(now)
        same(`at ${now}`, then, await readAll(node))
      }
      node.dispose()
    }),
}

type Said = Awaited<ReturnType<typeof readAll>>
