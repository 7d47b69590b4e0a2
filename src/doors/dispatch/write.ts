import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { send } from '../../node/runtime/transitions/send.js'
import { type Answer, serverError } from '../../rpc/answers/outcome.js'
import { failure } from '../../rpc/failure.js'
import type { PreparedWrite } from '../../rpc/prepare.js'
import { prepareWrite, runBuiltIn } from '../../rpc/runPrepared.js'
import type { Answering } from '../../rpc/view/answering.js'
import type { View } from '../../rpc/view/view.js'
import { receiptOf } from './receiptOf.js'

/** Sends what a request asks to be sent; never throws. */
export function write(
  view: View,
  prepared: PreparedWrite,
  runtime: Runtime,
  {
    currentView,
    after,
  }: {
    currentView: () => View
    after: (ms: number, go: () => void) => () => void
  },
): Answer {
  const write = prepareWrite(view, prepared)
  if (write.type === 'error') return write
  try {
    runtime.execution.assertOver('A method that sends')
    const { sending, wait } = write
    const sent = runtime.apply(send, { sending })
    if (sent.type === 'refused')
      return { type: 'error', error: serverError(sent.message) }
    const { hash } = sent.transaction
    if (wait === undefined) return { type: 'result', value: hash }
    const { sendSync, receipts } = view.answering
    const request = { method: 'eth_getTransactionReceipt', params: [hash] }
    // Where a hash stands in, nobody waits for that of the block.
    const isEarly = sendSync.blockHash !== null
    const answering: Answering = isEarly
      ? { ...view.answering, receipts: 'everyBeat' }
      : view.answering
    const read = () => runBuiltIn({ ...currentView(), answering }, request)
    return {
      type: 'result',
      value: receiptOf(runtime, hash, {
        ms: wait,
        at: isEarly || receipts === 'everyBeat' ? 'preconfirmed' : 'sealed',
        sendSync,
        read,
        after,
      }),
    }
  } catch (thrown) {
    return failure(thrown)
  }
}
