import type { Address } from '../../base/hex/hex.js'
import { readNonce } from '../model/state.js'
import type { Chain } from './chain.js'
import { findPlaced } from './queue.js'

/** The nonce after what is pending and what follows on it in the queue. */
export function pendingNonce({ open, queue }: Chain, from: Address): number {
  let nonce = readNonce(open.state, from)
  while (findPlaced(queue, from, nonce) !== undefined) nonce++
  return nonce
}
