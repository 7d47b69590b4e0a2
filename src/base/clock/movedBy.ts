import type { TimeVerb } from './clock.js'

/** Who moves a clock that is not the node's own, for the error that says so. */
export type Mover = {
  /** Such as `the ambient clock`. */
  readonly whose: string
  /** What to call in place of a verb that would have moved it by `ms`. */
  readonly advise: (ms: number, verb: TimeVerb) => string
}

/** By it the kit, which is bundled apart, says how its timers are moved. */
export const movedBy = Symbol.for('preseal.movedBy')

export type MovedBy = { readonly [movedBy]?: Mover }
