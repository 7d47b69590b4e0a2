import {
  type FieldJudges,
  optional,
  readFields,
} from '../../../base/validation/fields.js'
import { boolean } from '../../../base/validation/values.js'
import type { Timeline } from '../../timeline/index.js'
import type { Mishap } from '../model/mishap.js'
import { invalidOptionsError } from '../options/parseOptions.js'
import { offersOf } from './offersOf.js'

export type MishapsOptions = {
  /**
   * Includes rare mishaps: a request that breaks the connection, a wallet that
   * disconnects, a WebSocket that falls silent, a re-org of two blocks, a chain
   * that changes its block time. Default false
   */
  readonly unfair?: boolean | undefined
}

const fields: FieldJudges<MishapsOptions> = {
  unfair: optional(boolean, undefined),
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
 * @throws InvalidOptionsError for an option that it does not have.
 */
export function mishapsOf(
  timelines: Timeline | readonly Timeline[],
  options: MishapsOptions = {},
): Mishap[] {
  const read = readFields(options, fields, 'an object { unfair }')
  if (!read.ok) throw invalidOptionsError(read.problems, 'mishapsOf')
  const { unfair = false } = read.value
  const all = 'answeredRequests' in timelines ? [timelines] : timelines
  return offersOf(all, unfair).map(({ mishap }) => mishap)
}
