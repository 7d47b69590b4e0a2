import { send as admit } from '../../../chain/admission/send.js'
import type { Sending, Sent } from '../../../chain/model/transaction.js'
import { decide } from '../../faults/inclusion.js'
import { beatPosition } from '../moment/beats.js'
import type { Action, Moment, Transition } from '../moment/moment.js'

/** A request that sends a transaction. No step does. */
export const send = {
  type: 'send',
  apply: (moment, { sending }) => arrive(moment, sending),
} as const satisfies Action<{ readonly sending: Sending }, Sent>

/** A transaction arrives by request, and the inclusion rules decide on it. */
function arrive(
  moment: Moment,
  sending: Sending,
): Transition & { readonly result: Sent } {
  let { faults } = moment
  const at = beatPosition(moment)
  const { chain, sent, effects } = admit(
    moment.chain,
    sending,
    (transaction) => {
      const decided = decide(faults, transaction, moment.time)
      faults = decided.state
      return decided.fate
    },
    at,
  )
  // A refused transaction has not arrived: no rule counts it.
  const next = sent.type === 'sent' ? { ...moment, chain, faults } : moment
  // The queue has announced all that its sender can send now.
  return { moment: next, effects, errors: [], result: sent }
}
