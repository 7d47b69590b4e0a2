import { concatBytes } from '@noble/hashes/utils.js'

/** RLP of a list of byte strings that takes less than 56 bytes in all. */
export function encodeShortList(items: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(...items.map(encodeShort))
  return concatBytes(Uint8Array.of(0xc0 + body.length), body)
}

function encodeShort(bytes: Uint8Array): Uint8Array {
  const isItself = bytes.length === 1 && (bytes[0] as number) < 0x80
  return isItself
    ? bytes
    : concatBytes(Uint8Array.of(0x80 + bytes.length), bytes)
}
