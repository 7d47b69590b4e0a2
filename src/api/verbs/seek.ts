import { milliseconds } from '../../base/validation/values.js'
import { once, value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type SeekVerb = {
  /**
   * Goes to an instant: back to what it was then, forgetting what came after
   * it, or forward without waiting.
   *
   * @example
   * node.seek(0) // the start
   *
   * @param ms - Since the node was created.
   */
  seek(ms: number): void
}

export const seek: Verb<number> = {
  name: 'seek',
  parameter: once(() => value(milliseconds(0))),
  subject: 'ms',
  call: (runtime, ms) => runtime.seek(ms),
}
