import { Keccak } from '@noble/hashes/sha3.js'

export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/** noble's script; its `keccak_256` would be made when it is loaded. */
export const scriptKeccak256: Keccak256 = (bytes) =>
  new Keccak(136, 0x01, 32).update(bytes).digest()

let hash = scriptKeccak256

/** The hash of nearly everything on a chain. */
export const keccak256: Keccak256 = (bytes) => hash(bytes)

/** Has it done otherwise, and as well, from now on. */
export function replaceKeccak256(replacement: Keccak256): void {
  hash = replacement
}
