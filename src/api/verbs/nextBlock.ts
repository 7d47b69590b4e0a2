import { lazy } from '../../base/memo/memo.js'
import { natural } from '../../base/validation/values.js'
import { value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type NextBlockVerb = {
  /**
   * Advances time to the next block boundary, or by that many. If a step moves
   * a boundary, `nextBlock` follows it; a block that a step seals counts.
   * Transactions queued after the last beat are then pending, not sealed.
   *
   * @example
   * node.nextBlock() // what was pending is now latest
   *
   * @param blocks - Default 1; 0 moves nothing, as in `advance`.
   * @throws as {@link AdvanceVerb.advance} does.
   */
  nextBlock(blocks?: number): void
}

export const nextBlock: Verb<number> = {
  name: 'nextBlock',
  parameter: lazy(() => value(natural)),
  subject: 'blocks',
  fallback: 1,
  call: (runtime, blocks) => runtime.move('nextBlock', blocks),
  control: (runtime, blocks) => runtime.jump('nextBlock', blocks),
}
