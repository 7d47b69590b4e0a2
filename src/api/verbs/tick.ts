import { once, value } from '../../schema/schema.js'
import { natural } from '../../validation/values.js'
import type { Verb } from './verb.js'

export type TickVerb = {
  /**
   * Lets time pass up to a beat: the next one, or the `beats`-th next, wherever
   * steps move it meanwhile.
   *
   * @example
   * node.preconfirm({ from: alice, to: bob, value: 1n })
   * node.tick() // pre-confirmed
   *
   * @throws as {@link AdvanceVerb.advance} does.
   */
  tick(beats?: number): void
}

export const tick: Verb<number> = {
  name: 'tick',
  parameter: once(() => value(natural)),
  subject: 'beats',
  fallback: 1,
  call: (runtime, beats) => runtime.move('tick', beats),
  control: (runtime, beats) => runtime.jump('tick', beats),
}
