import { lazy } from '../../base/memo/memo.js'
import { natural } from '../../base/validation/values.js'
import { value } from '../../node/schema/schema.js'
import type { Verb } from './verb.js'

export type NextBeatVerb = {
  /**
   * Advances time to the next beat, or by that many beats. If a step moves a
   * beat, `nextBeat` follows it.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.nextBeat() // pre-confirmed
   *
   * @param beats - Default 1; 0 moves nothing, as in `advance`.
   * @throws as {@link AdvanceVerb.advance} does.
   */
  nextBeat(beats?: number): void
}

export const nextBeat: Verb<number> = {
  name: 'nextBeat',
  parameter: lazy(() => value(natural)),
  subject: 'beats',
  fallback: 1,
  call: (runtime, beats) => runtime.move('nextBeat', beats),
  control: (runtime, beats) => runtime.jump('nextBeat', beats),
}
