import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

/** Keccak-256 by WebAssembly: noble's takes a quarter of an oracle's time. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
