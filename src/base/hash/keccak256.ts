import { Keccak } from '@noble/hashes/sha3.js'
import { keccakModule } from './keccakModule.js'

type Keccak256 = (bytes: Uint8Array) => Uint8Array

/** noble's script; its `keccak_256` would be made when it is loaded. */
const byScript: Keccak256 = (bytes) =>
  new Keccak(136, 0x01, 32).update(bytes).digest()

let hash = byScript

/** The hash of nearly everything on a chain. */
export const keccak256: Keccak256 = (bytes) => hash(bytes)

type Exports = {
  readonly memory: WebAssembly.Memory
  Hash_GetBuffer(): number
  Hash_Init(bits: number): void
  Hash_Update(length: number): void
  Hash_Final(padding: number): void
  /** All three of them. */
  Hash_Calculate(length: number, bits: number, padding: number): void
}

const bits = 256
const digestLength = bits / 8
/** Ethereum's Keccak, with the padding from before SHA-3. */
const padding = 1
/** In bytes: what the module takes at a time. */
const room = 16_384

/**
 * A hash by WebAssembly, compiled at once; undefined if that is refused: by
 * a content security policy, or a platform without it.
 */
export function createWasmKeccak256(): Keccak256 | undefined {
  try {
    const digits = atob(keccakModule)
    // By a loop: this runs once in a process, before anything is compiled.
    const bytes = new Uint8Array(digits.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = digits.charCodeAt(at)
    const module = new WebAssembly.Module(bytes)
    const instance = new WebAssembly.Instance(module)
    // The exports of a module are known at run time alone.
    return hashBy(instance.exports as unknown as Exports)
  } catch {
    return undefined
  }
}

function hashBy(wasm: Exports): Keccak256 {
  const buffer = new Uint8Array(wasm.memory.buffer, wasm.Hash_GetBuffer(), room)
  return (bytes) => {
    if (bytes.length <= room) {
      buffer.set(bytes)
      wasm.Hash_Calculate(bytes.length, bits, padding)
      return buffer.slice(0, digestLength)
    }
    wasm.Hash_Init(bits)
    for (let at = 0; at < bytes.length; at += room) {
      const part = bytes.subarray(at, at + room)
      buffer.set(part)
      wasm.Hash_Update(part.length)
    }
    wasm.Hash_Final(padding)
    return buffer.slice(0, digestLength)
  }
}

let isLoaded = false

/**
 * Has WebAssembly hash from the first hash on, where most of the time goes
 * otherwise; a script does where that is not allowed.
 */
export function loadWasmKeccak(): void {
  if (isLoaded) return
  isLoaded = true
  hash = (bytes) => {
    hash = createWasmKeccak256() ?? byScript
    return hash(bytes)
  }
}
