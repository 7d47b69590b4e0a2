import type { Effect } from '../../../chain/blocks/chain.js'
import type { Delivery } from './announcer.js'
import type { Listeners } from './listeners.js'
import type { NodeEvents } from './nodeEvents.js'
import { isNotified, toNodeEvent } from './toNodeEvent.js'

/** How the listeners of a node learn of effects, one after the other. */
export function deliveriesOf(
  effects: readonly Effect[],
  at: number,
  listeners: Listeners<NodeEvents>,
): Delivery[] {
  return effects.filter(isNotified).map((effect) => ({
    of: effect.type,
    deliver: () =>
      // Each name has events of its type.
      listeners.call(effect.type, () => toNodeEvent(effect, at) as never),
  }))
}
