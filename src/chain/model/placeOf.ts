import type { Address, Hex } from '../../base/hex/hex.js'

/**
 * The key of a sender's transaction of that nonce: as short as a safe integer
 * allows, since the past holds one for each transaction that ever waited.
 */
export function placeOf(from: Address, nonce: number): Hex {
  return `${from}${nonce.toString(16).padStart(14, '0')}`
}
