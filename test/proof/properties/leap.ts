import type { MockNode } from 'preseal'
import { same } from '../../model/same.js'
import type { Action } from '../../model/story.js'
import { listenTo } from '../../model/told.js'
import { createActor } from '../../node/actor.js'
import { createFaultless } from '../../node/createFaultless.js'
import { readAll } from '../../node/reads.js'
import { type Choose, everyStory } from '../everyStory.js'
import type { Property } from '../property.js'

/** The same in as many pieces as may be. */
function inPieces(action: Action, { now }: MockNode, choose: Choose): Action[] {
  if (action.type === 'nextBeat' || action.type === 'nextBlock')
    return Array.from({ length: action.times }, () => ({ ...action, times: 1 }))
  const isForward =
    action.type === 'advance' || (action.type === 'seek' && action.to > now)
  if (!isForward) return [action]
  const whole = action.type === 'advance' ? action.ms : action.to - now
  const cuts = Array.from({ length: choose(6) }, () => choose(whole + 1))
  const ends = [...cuts, whole].sort((one, other) => one - other)
  return ends.map((end, index) => ({
    type: 'advance',
    ms: end - (ends[index - 1] ?? 0),
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
        const pieces = inPieces(action, stepping, choose)
        await leap(action, at)
        await silently(action, at)
        for (const piece of pieces) await step(piece, at)
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
