import { keccak256 } from '../../../base/hash/keccak256.js'
import { wordAt } from './words.js'

/** The hash as a word. */
export function keccak(bytes: Uint8Array, hash = keccak256): bigint {
  return wordAt(hash(bytes), 0)
}
