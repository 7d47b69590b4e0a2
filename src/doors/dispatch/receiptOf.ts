import type { Hash } from '../../base/hex/hex.js'
import type { Runtime } from '../../node/runtime/cell/runtime.js'
import type { Answer, RpcError } from '../../rpc/answers/outcome.js'

/**
 * Resolves to the receipt of a transaction once there is one, which is when it
 * is pre-confirmed, or sealed where nobody sees that; rejects with an RpcError,
 * as plain data, when `ms` are over before.
 *
 * @param read - The answer to `eth_getTransactionReceipt` as it is now.
 * @param after - Goes on once so many ms are over; returns how to stop.
 */
export function receiptOf(
  runtime: Runtime,
  hash: Hash,
  {
    ms,
    read,
    after,
  }: {
    ms: number
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
      if (answer.type === 'result') resolve(answer.value)
      else reject(answer.error)
    }
    const stops = [
      runtime.listeners.on('preconfirmed', (event) => {
        if (event.hash === hash) look()
      }),
      runtime.listeners.on('sealed', look),
    ]
    const stop = () => {
      for (const end of stops) end()
    }
    const calledOff = after(ms, () => {
      stop()
      reject(timedOut(hash, ms))
    })
  })
  // A fault may answer instead: then nobody awaits it.
  receipt.catch(() => {})
  return receipt
}

/** As geth's `txSyncTimeoutError` (EIP-7966). */
function timedOut(hash: Hash, ms: number): RpcError {
  return {
    code: 4,
    message: `The transaction was added to the transaction pool but wasn't processed in ${ms / 1_000}s.`,
    data: hash,
  }
}
