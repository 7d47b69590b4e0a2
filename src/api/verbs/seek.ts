import { lazy } from '../../base/memo/memo.js'
import { milliseconds } from '../../base/validation/values.js'
import { value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type SeekVerb = {
  /**
   * Moves to an instant: back to the state at that time, discarding everything
   * after it, or forward without waiting. 0 is the node as it was created.
   *
   * @example
   * node.seek(0) // starts over
   *
   * @param ms - ms since the node was created.
   */
  seek(ms: number): void
}

export const seek: Verb<number> = {
  name: 'seek',
  parameter: lazy(() => value(milliseconds(0))),
  subject: 'ms',
  call: (runtime, ms) => runtime.seek(ms),
}
