import { recoverAddress } from '../../../base/codec/envelope.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import { toBytes, toHex, toWord } from '../../../base/hex/hex.js'
import { recoveryModule } from './recoveryModule.js'

type Recover = typeof recoverAddress

type Exports = {
  readonly memory: WebAssembly.Memory
  /** Offsets of hash, r and s, and of x and y of the key that is found. */
  buffer(): number
  recover(parity: number): number
}

let recover: Recover | undefined

/**
 * The signer of a hash, by WebAssembly, compiled at the first signature; by
 * script if that is refused: by a content security policy, a browser that
 * compiles no module of this size at once, or a platform without it.
 */
export const recoverSigner: Recover = (hash, r, s, parity) => {
  recover ??= createWasmRecovery() ?? recoverAddress
  return recover(hash, r, s, parity)
}

/** Undefined if WebAssembly is refused. */
export function createWasmRecovery(): Recover | undefined {
  try {
    const digits = atob(recoveryModule)
    const bytes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes))
    // The exports of a module are known at run time alone.
    return recoverBy(instance.exports as unknown as Exports)
  } catch {
    return undefined
  }
}

function recoverBy(wasm: Exports): Recover {
  const word = 32
  const buffer = new Uint8Array(wasm.memory.buffer, wasm.buffer(), 5 * word)
  return (hash, r, s, parity) => {
    buffer.set(hash)
    buffer.set(toBytes(toWord(r)), word)
    buffer.set(toBytes(toWord(s)), 2 * word)
    if (wasm.recover(parity % 2) === 0) return undefined
    return toHex(keccak256(buffer.slice(3 * word)).subarray(12))
  }
}
