import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hash, type Hex, toBytes, toHex } from '../../../base/hex/hex.js'
import { encodeText } from '../../../base/hex/text.js'

/**
 * The payload that `personal_sign` signs: the bytes behind a prefix (EIP-191).
 */
export function hashMessage(message: Hex): Hash {
  const bytes = toBytes(message)
  const prefix = `\x19Ethereum Signed Message:\n${bytes.length}`
  return toHex(
    keccak_256
      .create()
      .update(toBytes(encodeText(prefix)))
      .update(bytes)
      .digest(),
  )
}
