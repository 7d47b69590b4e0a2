import { keccak_256 } from '@noble/hashes/sha3.js'
import { readWord, viewOf } from './words.js'

const scratch = new Uint8Array(32)
const scratchView = viewOf(scratch)

/** The hash as a word, without a buffer for each. */
export function keccak(bytes: Uint8Array): bigint {
  keccak_256.create().update(bytes).digestInto(scratch)
  return readWord(scratchView, 0)
}
