import { keccak256 } from '../hash/keccak256.js'
import { type Address, toBytes, toHex, toScalar } from '../hex/hex.js'
import { encodeRlp } from './rlp.js'

/** Where CREATE puts a contract (Yellow Paper, 7). */
export function createdAddress(
  creator: Address,
  nonce: bigint | number,
): Address {
  const list = encodeRlp([toBytes(creator), toScalar(nonce)])
  return toHex(keccak256(list).subarray(12))
}
