import type { Effect } from '../../../chain/blocks/chain.js'
import type { Delivery } from './announcer.js'
import type { Listeners } from './listeners.js'
import type { NodeEvents } from './nodeEvents.js'
import { isNotified, toNodeEvent } from './toNodeEvent.js'

/** How the listeners of a node learn of events, one after the other. */
export function deliveriesOf(
  effects: readonly Effect[],
  listeners: Listeners<NodeEvents>,
): Delivery[] {
  return effects.filter(isNotified).map((effect) => {
    const named = toNodeEvent(effect)
    return {
      of: named.type,
      deliver: () => listeners.call(named.type, () => named.of),
    }
  })
}
