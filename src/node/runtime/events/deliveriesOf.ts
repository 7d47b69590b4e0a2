import type { ChainEvent } from '../moment/chainEvent.js'
import type { Delivery } from './announcer.js'
import type { Listeners } from './listeners.js'
import type { NodeEvents } from './nodeEvents.js'
import { toNodeEvent } from './toNodeEvent.js'

/** How the listeners of a node learn of events, one after the other. */
export function deliveriesOf(
  events: readonly ChainEvent[],
  listeners: Listeners<NodeEvents>,
): Delivery[] {
  return events.map((event) => {
    const named = toNodeEvent(event)
    return {
      of: named.type,
      deliver: () => listeners.call(named.type, () => named.of),
    }
  })
}
