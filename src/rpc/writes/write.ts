import type { Sending } from '../../chain/model/sending.js'
import type { RpcError } from '../answers/outcome.js'

/**
 * What a method that writes answers: what is to be sent. Whoever holds the
 * chain sends it; what comes of that is the request's answer.
 */
export type Write =
  | {
      readonly type: 'send'
      readonly sending: Sending
      /** ms for which the answer waits for its receipt, if it does. */
      readonly wait?: number | undefined
    }
  | { readonly type: 'error'; readonly error: RpcError }
