import { createWasmKeccak256 } from './createWasmKeccak256.js'
import { replaceKeccak256, scriptKeccak256 } from './keccak256.js'

let isHastened = false

/**
 * Has WebAssembly hash from the first hash on, where most of the time goes
 * otherwise; a script does where that is not allowed.
 */
export function loadWasmKeccak(): void {
  if (isHastened) return
  isHastened = true
  replaceKeccak256((bytes) => {
    const hash = createWasmKeccak256() ?? scriptKeccak256
    replaceKeccak256(hash)
    return hash(bytes)
  })
}
