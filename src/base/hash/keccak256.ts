import { keccak_256 } from '@noble/hashes/sha3.js'

export type Keccak256 = (bytes: Uint8Array) => Uint8Array

let hash: Keccak256 = keccak_256

/** The hash of nearly everything on a chain. */
export const keccak256: Keccak256 = (bytes) => hash(bytes)

/** Has it done otherwise, and as well, from now on. */
export function replaceKeccak256(replacement: Keccak256): void {
  hash = replacement
}
