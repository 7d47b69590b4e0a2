import type { Fault } from '../../../index.js'

/** During that time, transactions are found by hash only once sealed. */
export function hideUnsealed(time: { since?: number; until?: number }): Fault {
  const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']
  return { type: 'otherBlock', to: 'latest', methods, ...time }
}
