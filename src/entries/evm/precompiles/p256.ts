import { p256 } from '@noble/curves/nist.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Precompile } from '../machine/precompile.js'
import { numberToBytes } from '../machine/words.js'
import { unlessInvalid } from './unlessInvalid.js'

/** EIP-7951: one if the signature is right, else nothing. */
export function createP256Verify(gas: number): Precompile {
  return {
    gas: () => gas,
    units: () => 1_700,
    run: (input) =>
      unlessInvalid(() => isSigned(input)) === true
        ? numberToBytes(1n, 32)
        : new Uint8Array(0),
  }
}

const uncompressed = Uint8Array.of(0x04)

function isSigned(input: Uint8Array): boolean {
  if (input.length !== 160) return false
  const publicKey = concatBytes(uncompressed, input.subarray(96))
  const signature = input.subarray(32, 96)
  return p256.verify(signature, input.subarray(0, 32), publicKey, {
    prehash: false,
    lowS: false,
  })
}
