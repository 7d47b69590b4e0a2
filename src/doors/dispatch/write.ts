import { showOpen } from '../../chain/lookup/find.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { send } from '../../node/runtime/transitions/transactions.js'
import { type Answer, serverError } from '../../rpc/answers/outcome.js'
import {
  failure,
  type PreparedWrite,
  prepareReading,
  prepareWrite,
  runPrepared,
} from '../../rpc/request.js'
import type { Answering, View } from '../../rpc/view/view.js'
import { receiptOf } from './receiptOf.js'

/** Sends what a request asks to be sent; never throws. */
export function write(
  view: View,
  prepared: PreparedWrite,
  runtime: Runtime,
  {
    by,
    currentView,
    after,
  }: {
    by: 'request' | 'wallet'
    currentView: () => View
    after: (ms: number, go: () => void) => () => void
  },
): Answer {
  const write = prepareWrite(view, prepared)
  if (write.type === 'error') return write
  try {
    runtime.execution.assertOver('A method that sends')
    const { sending, wait } = write
    const apply = () => runtime.apply(send, { sending }, by)
    const { fork } = view.chain.config
    const sent = fork === null ? apply() : fork.askedBy(prepared.method, apply)
    if (sent.type === 'refused')
      return { type: 'error', error: serverError(sent.message) }
    const { hash } = sent.transaction
    if (wait === undefined) return { type: 'result', value: hash }
    const { sendSync } = view.answering
    // With a stand-in hash, nobody waits for the block's own hash.
    const isEarly = sendSync.blockHash !== null
    const read = () => {
      const now = isEarly ? withOpen(currentView()) : currentView()
      const method = 'eth_getTransactionReceipt'
      return runPrepared(now, prepareReading(now, method, [hash]))
    }
    return {
      type: 'result',
      value: receiptOf(runtime, hash, { ms: wait, sendSync, read, after }),
    }
  } catch (thrown) {
    return failure(thrown)
  }
}

/** A view that has receipts at the beat. */
function withOpen(view: View): View {
  const answering: Answering = { ...view.answering, receipts: 'everyBeat' }
  return { ...view, chain: showOpen(view.chain), answering }
}
