import type { Sending } from '../chain/mempool/sending.js'
import { failure } from '../rpc/failure.js'
import { type Answer, serverError } from '../rpc/outcome.js'
import type { Runtime } from '../runtime/runtime.js'

/** Sends what a request asks to be sent; never throws. */
export function write(runtime: Runtime, sending: Sending): Answer {
  try {
    const sent = runtime.apply({ type: 'send', sending })
    return sent.type === 'sent'
      ? { type: 'result', value: sent.transaction.hash }
      : { type: 'error', error: serverError(sent.message) }
  } catch (thrown) {
    return failure(thrown)
  }
}
