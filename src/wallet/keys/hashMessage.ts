import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hash, type Hex, toBytes, toHex } from '../../hex/hex.js'

/** What `personal_sign` signs: the bytes behind a prefix (EIP-191). */
export function hashMessage(message: Hex): Hash {
  const bytes = toBytes(message)
  const prefix = `\x19Ethereum Signed Message:\n${bytes.length}`
  return toHex(
    keccak_256.create().update(encode(prefix)).update(bytes).digest(),
  )
}

/** Text as its UTF-8 bytes. */
export function toMessage(text: string): Hex {
  return toHex(encode(text))
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
