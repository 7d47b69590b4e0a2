import type { Fault } from '../../index.js'

/** In that time transactions are not found by their hash until sealed. */
export function hideUnsealed(time: { from?: number; until?: number }): Fault {
  const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']
  return { type: 'skew', to: 'latest', methods, ...time }
}
