import { dropTransaction } from '../chain/intents/dropTransaction.js'
import type { DropTransactionParameters } from '../schema/steps/verbParameters.js'
import { beatPosition, eventsAt } from './events/chainEvent.js'
import { findLabel } from './findLabel.js'
import type { Moment } from './time/moment.js'
import type { Timing } from './time/rhythm.js'
import { type Transition, transition } from './transition.js'

/** Drops a transaction at the next beat, or as its block is sealed. */
export function drop(
  moment: Moment,
  timing: Timing,
  named: DropTransactionParameters,
): Transition {
  const hash =
    'hash' in named ? named.hash : findLabel(moment.chain, named.label)
  const { chain, events } = dropTransaction(moment.chain, hash)
  const at = beatPosition(moment, timing)
  return transition({ ...moment, chain }, eventsAt(at, events))
}
