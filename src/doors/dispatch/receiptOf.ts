import type { RpcTransactionReceipt } from 'viem'
import type { Hash } from '../../base/hex/hex.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Answer, RpcError } from '../../rpc/answers/outcome.js'
import type { SendSync } from '../../rpc/view/view.js'

/**
 * Resolves to the receipt of a transaction once there is one, which is when it
 * is pre-confirmed, or sealed if nobody sees that; rejects with an RpcError,
 * as plain data, when `ms` are over before.
 *
 * @param read - The answer to `eth_getTransactionReceipt` as it is now.
 * @param after - Continues once that many ms are over; returns a function that
 * stops it.
 */
export function receiptOf(
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
