import { keccak256 } from '../../hash/keccak256.js'
import { type Address, toBytes, toHex } from '../../hex/hex.js'
import { encodeText } from '../../hex/text.js'

/** An address as people read it: its capitals are a checksum (EIP-55). */
export function checksum(address: Address): Address {
  const digits = address.slice(2)
  const hash = toHex(keccak256(toBytes(encodeText(digits)))).slice(2)
  const written = Array.from(digits, (digit, index) =>
    Number.parseInt(hash[index] as string, 16) > 7
      ? digit.toUpperCase()
      : digit,
  )
  return `0x${written.join('')}`
}
