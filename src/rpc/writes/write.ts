import type { Sending } from '../../chain/model/transaction.js'
import type { RpcError } from '../answers/outcome.js'

/**
 * The result of a method that writes: a transaction to send. The owner of the
 * chain sends it; the outcome of that is the request's answer.
 */
export type Write =
  | {
      readonly type: 'send'
      readonly sending: Sending
      /** ms for which the answer waits for its receipt, if it does. */
      readonly wait?: number | undefined
    }
  | { readonly type: 'error'; readonly error: RpcError }
