import type { ChainEvent } from './story/told.js'
import type { Moment } from './time/moment.js'

/** The moment that something led to, and the events on the way there. */
export type Transition = {
  readonly moment: Moment
  /** In the order in which they happened. */
  readonly events: readonly ChainEvent[]
  /** Of what could not be done; all else was. */
  readonly errors: readonly unknown[]
}

/** Announces only what is given. */
export function transition(
  moment: Moment,
  events: readonly ChainEvent[] = [],
  errors: readonly unknown[] = [],
): Transition {
  return { moment, events, errors }
}
