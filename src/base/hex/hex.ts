import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** A `0x` string: canonical wire text is lower-case. Same shape as viem's. */
export type Hex = `0x${string}`

/** 20 bytes as hex. */
export type Address = `0x${string}`

/** 32 bytes as hex. */
export type Hash = `0x${string}`

export const zeroHash: Hash = `0x${'0'.repeat(64)}`
export const zeroAddress: Address = `0x${'0'.repeat(40)}`

export function isEmptyHex(hex: Hex): boolean {
  return hex.length === 2
}

/** QUANTITY: no leading zeros, `0x0` for zero. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** DATA: two digits a byte. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytes.length > partLength ? longHex(bytes) : bytesToHex(bytes)}`
}

const partLength = 4_096

/**
 * By the part, each of them flat: a string that grows by two digits at a time
 * is a tree of as many nodes, of which a megabyte takes tens of them.
 */
function longHex(bytes: Uint8Array): string {
  let digits = ''
  for (let at = 0; at < bytes.length; at += partLength) {
    const length = Math.min(partLength, bytes.length - at)
    const codes = new Array<number>(2 * length)
    for (let index = 0; index < length; index++) {
      const byte = bytes[at + index] as number
      codes[2 * index] = codeOfDigit(byte >> 4)
      codes[2 * index + 1] = codeOfDigit(byte & 15)
    }
    digits += String.fromCharCode.apply(null, codes)
  }
  return digits
}

function codeOfDigit(digit: number): number {
  return digit < 10 ? 0x30 + digit : 0x57 + digit
}

/** The bytes of canonical DATA. */
export function toBytes(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2))
}

/** The shortest big-endian bytes of a number, none for zero: RLP's scalar. */
export function toScalar(value: bigint | number): Uint8Array {
  if (value === 0n || value === 0) return new Uint8Array(0)
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

/** A number as 32-byte DATA. */
export function toWord(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
