import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Address, toBytes, toHex, toScalar } from '../hex/hex.js'
import { encodeRlp } from './rlp.js'

/** Where CREATE puts a contract (Yellow Paper, 7). */
export function createdAddress(
  creator: Address,
  nonce: bigint | number,
): Address {
  const list = encodeRlp([toBytes(creator), toScalar(nonce)])
  return toHex(keccak_256(list).subarray(12))
}
