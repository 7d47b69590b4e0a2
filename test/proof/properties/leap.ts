import type { MockNode } from 'preseal'
import { same } from '../../model/same.js'
import type { Action } from '../../model/story.js'
import { listenTo } from '../../model/told.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { readAll } from '../../node/reads.js'
import { type Choose, everyStory } from '../everyStory.js'
import type { Property } from '../property.js'

const moves = ['advance', 'nextBeat', 'nextBlock', 'seek']

/** Leads to the end of a leap, with random stops on the way. */
function stepsTo(end: number, { now }: MockNode, choose: Choose): Action[] {
  const stops = Array.from({ length: choose(6) }, () => choose(end - now + 1))
  const ends = [...stops, end - now].sort((one, other) => one - other)
  return ends.map((stop, index) => ({
    type: 'advance',
    ms: stop - (ends[index - 1] ?? 0),
  }))
}

export const leap: Property = {
  name: 'one leap is as many steps, whether somebody listens or not',
  unit: 'steps',
  hold: (seed, cases) =>
    everyStory(seed, cases, async ({ options, actions }, choose) => {
      const leaping = createFaultless(options)
      const stepping = createFaultless(options)
      const unheard = createFaultless(options)
      if (leaping === null || stepping === null || unheard === null) return
      const hears = [leaping, stepping].map(listenTo)
      const [leap, step, silently] = [leaping, stepping, unheard].map(
        createActor,
      ) as [Actor, Actor, Actor]
      for (const [at, action] of actions.entries()) {
        const before = leaping.now
        await leap(action, at)
        const isLeap = moves.includes(action.type) && leaping.now > before
        const steps = isLeap ? stepsTo(leaping.now, stepping, choose) : [action]
        await silently(action, at)
        for (const one of steps) await step(one, at)
        const where = `action ${at} (${action.type})`
        same(`${where}: now`, leaping.now, stepping.now)
        const [whole, cut] = hears.map((hear) => hear())
        same(`${where}: events`, whole, cut)
      }
      const end = await readAll(leaping)
      same('in steps', end, await readAll(stepping))
      same('unheard', end, await readAll(unheard))
      for (const node of [leaping, stepping, unheard]) node.dispose()
    }),
}

type Actor = ReturnType<typeof createActor>
