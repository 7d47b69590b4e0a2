import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'
import { replaceKeccak256 } from './keccak256.js'

let isHastened = false

/**
 * Has WebAssembly hash, where most of the time goes otherwise. To load it takes
 * a moment, which the first hash begins; until then, and wherever that is not
 * allowed, a script hashes.
 */
export function hastenKeccak256(): void {
  if (isHastened) return
  isHastened = true
  replaceKeccak256((bytes) => {
    replaceKeccak256(keccak_256)
    createKeccak(256).then(
      (hasher) =>
        replaceKeccak256((bytes) =>
          hasher.init().update(bytes).digest('binary'),
        ),
      () => {},
    )
    return keccak_256(bytes)
  })
}
