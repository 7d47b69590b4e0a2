import type { Timeline } from '../../timeline/index.js'
import type { Mishap } from '../model/mishap.js'
import { offersOf } from './offersOf.js'

export type MishapsOptions = {
  /**
   * Whether what hardly any network does counts as well: a request that takes
   * the connection with it, a wallet that disconnects, a WebSocket that falls
   * silent, a re-org of two blocks, a chain that changes its block time; false
   */
  readonly unfair?: boolean | undefined
}

/**
 * Every single mishap that a story offers, equal ones once, in a fixed order:
 * the first of each kind for each read come first, so that a sweep of few runs
 * tries something of everything.
 *
 * @example
 * mishapsOf(readTimeline(node))[0]?.name
 *
 * @param timelines - Of one node, or of several.
 */
export function mishapsOf(
  timelines: Timeline | readonly Timeline[],
  { unfair = false }: MishapsOptions = {},
): Mishap[] {
  const all = 'answeredRequests' in timelines ? [timelines] : timelines
  return offersOf(all, unfair).map(({ mishap }) => mishap)
}
