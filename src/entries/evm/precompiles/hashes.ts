import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toBytes } from '../../../base/hex/hex.js'
import type { Precompile } from '../machine/frame.js'
import { wordsOf } from '../machine/gas.js'
import { sliceOf, wideAt } from '../machine/words.js'
import { recoverSigner } from '../recovery/recoverSigner.js'

export const sha2: Precompile = {
  gas: ({ length }) => 60 + 12 * wordsOf(length),
  units: ({ length }) => 2 + length / 200,
  run: sha256,
}

export const ripemd: Precompile = {
  gas: ({ length }) => 600 + 120 * wordsOf(length),
  units: ({ length }) => 2 + length / 150,
  run: (input) => leftPad(ripemd160(input)),
}

export const identity: Precompile = {
  gas: ({ length }) => 15 + 3 * wordsOf(length),
  units: ({ length }) => length / 4_000,
  run: (input) => input.slice(),
}

/** No address for a signature that no key can have made. */
export const recovery: Precompile = {
  gas: () => 3_000,
  units: () => 1_400,
  run: (input) => {
    const v = wideAt(input, 32)
    if (v !== 27n && v !== 28n) return none
    const [r, s] = [wideAt(input, 64), wideAt(input, 96)]
    const hash = sliceOf(input, 0, 32)
    const address = recoverSigner(hash, r, s, Number(v - 27n))
    return address === undefined ? none : leftPad(toBytes(address))
  },
}

const none = new Uint8Array(0)

/** 32 bytes that end with these. */
function leftPad(bytes: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(bytes, 32 - bytes.length)
  return word
}
