import type { Intended } from '../rpc/answer.js'
import { failure } from '../rpc/failure.js'
import { type Answer, serverError } from '../rpc/outcome.js'
import { runBuiltIn } from '../rpc/runPrepared.js'
import type { View } from '../rpc/view.js'
import type { Runtime } from '../runtime/runtime.js'
import { send } from '../runtime/send.js'
import { receiptOf } from './receiptOf.js'

/** Sends what a request asks to be sent; never throws. */
export function write(
  { sending, wait }: Intended,
  runtime: Runtime,
  {
    view,
    after,
  }: {
    view: () => View
    after: (ms: number, go: () => void) => () => void
  },
): Answer {
  try {
    runtime.execution.assertOver('A method that sends')
    const sent = runtime.apply(send, { sending })
    if (sent.type === 'refused')
      return { type: 'error', error: serverError(sent.message) }
    const { hash } = sent.transaction
    if (wait === undefined) return { type: 'result', value: hash }
    const request = { method: 'eth_getTransactionReceipt', params: [hash] }
    const read = () => runBuiltIn(view(), request)
    return {
      type: 'result',
      value: receiptOf(runtime, hash, { ms: wait, read, after }),
    }
  } catch (thrown) {
    return failure(thrown)
  }
}
