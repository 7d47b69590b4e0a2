import type { Moment } from './moment.js'
import type { Timing } from './rhythm.js'
import type { Transition } from './transition.js'

/** What can be done to a node at one instant. */
export type Action<said, result = unknown> = {
  /** What stories call it. */
  readonly type: string
  /** Does it at the time of `moment`, by what is said of it. */
  apply(
    moment: Moment,
    said: said,
    timing: Timing,
    origin: Origin,
  ): Transition & { readonly result?: result }
}

/**
 * Where it comes from: the script's steps act before the beat of their
 * instant, verbs and requests after it.
 */
export type Origin = 'script' | 'verb'
