import { isPresealError } from '../../../base/errors/errors.js'
import type { ChainEvent } from './chainEvent.js'
import type { Moment } from './moment.js'

/** The moment that something led to, and the events on the way there. */
export type Transition = {
  readonly moment: Moment
  /** In the order in which they happened. */
  readonly events: readonly ChainEvent[]
  /** Errors of failed actions; all others were done. */
  readonly errors: readonly unknown[]
}

/** Announces only what is given. */
export function transition(
  moment: Moment,
  events: readonly ChainEvent[] = [],
  errors: readonly unknown[] = [],
): Transition {
  const bugs = bugsIn(events).filter((bug) => !errors.includes(bug))
  return { moment, events, errors: [...errors, ...bugs] }
}

/**
 * Errors that an engine or a native contract threw on its own account: no
 * outcome of the chain but a mistake of the test, which is to surface with its
 * stack.
 */
function bugsIn(events: readonly ChainEvent[]): unknown[] {
  return events.flatMap((change) => {
    if (change.type !== 'transaction') return []
    const { event } = change
    return event.type === 'dropped' &&
      event.reason === 'error' &&
      isMistake(event.error)
      ? [event.error]
      : []
  })
}

/** An error of the test's contract comes as one of ours. */
function isMistake(error: unknown): boolean {
  return (
    !isPresealError(error) ||
    error.name === 'ContractFunctionError' ||
    error.name === 'ReentrantCallError'
  )
}
