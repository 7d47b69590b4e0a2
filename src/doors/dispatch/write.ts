import type { RpcTransactionReceipt } from 'viem'
import type { Hash } from '../../base/hex/hex.js'
import { findTransaction, showOpen } from '../../chain/lookup/find.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import { send } from '../../node/runtime/transitions/transactions.js'
import {
  type Answer,
  type RpcError,
  serverError,
} from '../../rpc/answers/outcome.js'
import { executionError } from '../../rpc/calls/callError.js'
import {
  failure,
  type PreparedWrite,
  prepareReading,
  prepareWrite,
  runPrepared,
} from '../../rpc/request.js'
import type { SendSync, View } from '../../rpc/view/view.js'

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
    // What waits for its seal is answered with its hash.
    const isSealed = runtime.state().sealing === 'instant'
    if (isSealed && view.answering.failedSend === 'error') {
      const found = findTransaction(runtime.state().chain, hash)
      const failure =
        found?.type === 'included' && found.included.effect.failure
      if (failure) return { type: 'error', error: executionError(failure) }
    }
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
  return { ...view, chain: showOpen(view.chain) }
}

/**
 * Resolves to the receipt of a transaction once there is one, which is when it
 * is pre-confirmed, or sealed if nobody sees that; rejects with an RpcError,
 * as plain data, when `ms` are over before.
 *
 * @param read - The answer to `eth_getTransactionReceipt` as it is now.
 * @param after - Continues once that many ms are over; returns a function that
 * stops it.
 */
function receiptOf(
  runtime: Runtime,
  hash: Hash,
  {
    ms,
    sendSync: { blockHash, expired },
    read,
    after,
  }: {
    ms: number
    sendSync: SendSync
    read: () => Answer
    after: (ms: number, go: () => void) => () => void
  },
): Promise<unknown> {
  const receipt = new Promise((resolve, reject) => {
    const look = () => {
      const answer = read()
      if (answer.type === 'result' && answer.value === null) return
      stop()
      calledOff()
      if (answer.type === 'error') return reject(answer.error)
      const receipt = answer.value as RpcTransactionReceipt
      resolve(blockHash === null ? receipt : placed(receipt, blockHash))
    }
    const stops = [
      runtime.listeners.on('preconfirmed', look),
      runtime.listeners.on('sealed', look),
    ]
    const stop = () => {
      for (const end of stops) end()
    }
    const calledOff = after(ms, () => {
      stop()
      reject(expired === null ? timedOut(hash, ms) : { ...expired })
    })
    // With sealing 'instant' it is sealed already.
    look()
  })
  // A fault may answer instead: then nobody awaits it.
  receipt.catch(() => {})
  return receipt
}

/** Its logs lie in the same block. */
function placed(
  receipt: RpcTransactionReceipt,
  blockHash: Hash,
): RpcTransactionReceipt {
  const logs = receipt.logs.map((log) => ({ ...log, blockHash }))
  return { ...receipt, blockHash, logs }
}

/** As geth's `txSyncTimeoutError` (EIP-7966). */
function timedOut(hash: Hash, ms: number): RpcError {
  return {
    code: 4,
    message: `The transaction was added to the transaction pool but wasn't processed in ${ms / 1_000}s.`,
    data: hash,
  }
}
