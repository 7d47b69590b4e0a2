import type { Author } from '../../../chain/blocks/chain.js'
import type { Sealing } from './beats.js'
import type { Moment } from './moment.js'
import type { Transition } from './transition.js'

/** An action on a node at one instant. */
export type Action<said, result = unknown> = {
  /** The name of it in stories. */
  readonly type: string
  /**
   * Does it at the time of `moment`, by what is said of it. The script's steps
   * act before the beat of their instant, verbs and requests after it.
   */
  apply(
    moment: Moment,
    said: said,
    sealing: Sealing,
    by: Author,
  ): Transition & { readonly result?: result }
}
