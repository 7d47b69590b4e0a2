import type { Timeline } from '../../../timeline/index.js'
import type { Sent } from '../../model/run.js'

/**
 * Every transaction that arrived by request, in the order of arrival, whether
 * or not its sender got an answer.
 */
export function sentIn({ events }: Pick<Timeline, 'events'>): Sent[] {
  return events.flatMap((event) =>
    event.type === 'step' && event.via === 'request' && event.hash !== null
      ? [{ hash: event.hash, at: event.at }]
      : [],
  )
}
