import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Address, toHex } from '../hex/hex.js'

/**
 * Whose key signed a hash: the end of the hash of the public key (SEC 1,
 * 4.1.6). Undefined where no key can have.
 */
export function recoverAddress(
  hash: Uint8Array,
  r: bigint,
  s: bigint,
  parity: number,
): Address | undefined {
  try {
    const publicKey = new secp256k1.Signature(r, s, parity)
      .recoverPublicKey(hash)
      .toBytes(false)
    return toHex(keccak_256(publicKey.subarray(1)).subarray(12))
  } catch {
    return undefined
  }
}

/** Half of the order of the curve: a higher s is not canonical (EIP-2). */
export function isHighS(s: bigint): boolean {
  return s > secp256k1.Point.Fn.ORDER / 2n
}
