import { lazy } from '../../base/memo/memo.js'
import { milliseconds } from '../../base/validation/values.js'
import { value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type AdvanceVerb = {
  /**
   * Advances time, on the node's own clock or on the fake timers it follows.
   *
   * @example
   * node.advance(200) // one beat
   *
   * @param ms - A whole number; 0 moves nothing.
   * @throws ClockError under a clock that it cannot move.
   * @throws ReentrantCallError inside a listener of the node.
   * @throws the error of a listener or a step, once time has advanced; several
   * as an AggregateError.
   */
  advance(ms: number): void
}

export const advance: Verb<number> = {
  name: 'advance',
  parameter: lazy(() => value(milliseconds(0))),
  subject: 'ms',
  call: (runtime, ms) => runtime.move('advance', ms),
  control: (runtime, ms) => runtime.jump('advance', ms),
}
