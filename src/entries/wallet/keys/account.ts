import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
} from '../../../base/hex/hex.js'
import { testAccounts, testKeys } from './testKeys.js'

/** An address and what signs for it. */
export type Account = {
  readonly address: Address
  sign(hash: Hash): RawSignature
}

export type RawSignature = {
  readonly r: Hash
  readonly s: Hash
  readonly yParity: 0 | 1
}

/** The account of a private key. */
export function accountOf(privateKey: Hex): Account {
  const key = toBytes(privateKey)
  return {
    address: testAccounts[testKeys.indexOf(privateKey)] ?? addressOf(key),
    // RFC 6979: the same hash has the same signature, with a low s (EIP-2).
    sign(hash) {
      const bytes = secp256k1.sign(toBytes(hash), key, {
        prehash: false,
        format: 'recovered',
      })
      return {
        r: toHex(bytes.subarray(1, 33)),
        s: toHex(bytes.subarray(33)),
        yParity: bytes[0] === 1 ? 1 : 0,
      }
    },
  }
}

function addressOf(key: Uint8Array): Address {
  const publicKey = secp256k1.getPublicKey(key, false)
  return toHex(keccak_256(publicKey.subarray(1)).subarray(12))
}

/** Whether it is a number that a key can be. */
export function isPrivateKey(given: Hex): boolean {
  return secp256k1.utils.isValidSecretKey(toBytes(given))
}

/** The 65 bytes that signatures of messages are: r, s, and 27 or 28. */
export function signatureBytes({ r, s, yParity }: RawSignature): Hex {
  return `${r}${s.slice(2)}${yParity === 1 ? '1c' : '1b'}`
}
