import { keccak_256 } from '@noble/hashes/sha3.js'
import { encodeRlp } from '../../codec/rlp.js'
import { type Address, toBytes, toHex, toScalar } from '../../hex/hex.js'

/** Of the contract that an account creates by the transaction of that nonce. */
export function createdAddress(from: Address, nonce: number): Address {
  const rlp = encodeRlp([toBytes(from), toScalar(nonce)])
  return toHex(keccak_256(rlp).subarray(12))
}
