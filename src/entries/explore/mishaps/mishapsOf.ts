import type { Timeline } from '../../timeline/index.js'
import type { Mishap } from '../model/mishap.js'
import { offersOf } from './offersOf.js'

export type MishapsOptions = {
  /**
   * Includes rare mishaps: a request that breaks the connection, a wallet that
   * disconnects, a WebSocket that falls silent, a re-org of two blocks, a chain
   * that changes its block time. Default false
   */
  readonly unfair?: boolean | undefined
}

/**
 * Every mishap that a story offers, without duplicates and in a fixed order.
 * The first of each kind for each read come first, so a few runs try something
 * of everything.
 *
 * @example
 * mishapsOf(readTimeline(node))[0]?.name
 *
 * @param timelines - The story of each node.
 */
export function mishapsOf(
  timelines: Timeline | readonly Timeline[],
  { unfair = false }: MishapsOptions = {},
): Mishap[] {
  const all = 'answeredRequests' in timelines ? [timelines] : timelines
  return offersOf(all, unfair).map(({ mishap }) => mishap)
}
