import type { Sending, Sent } from '../../../chain/model/transaction.js'
import type { Action } from '../moment/action.js'
import { arrive } from './arrive.js'

/** A request that sends a transaction. No step does. */
export const send = {
  type: 'send',
  apply: (moment, { sending }) => arrive(moment, sending),
} as const satisfies Action<{ readonly sending: Sending }, Sent>
