import type { Sealing } from './beats.js'
import type { Moment } from './moment.js'
import type { Transition } from './transition.js'

/** An action on a node at one instant. */
export type Action<said, result = unknown> = {
  /** The name of it in stories. */
  readonly type: string
  /** Does it at the time of `moment`, by what is said of it. */
  apply(
    moment: Moment,
    said: said,
    sealing: Sealing,
    origin: Origin,
  ): Transition & { readonly result?: result }
}

/**
 * Its origin: the script's steps act before the beat of their instant, verbs
 * and requests after it.
 */
export type Origin = 'script' | 'verb'
