import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import type { Address } from '../../../base/hex/hex.js'

/** Words of the machine are bigints below 2^256. */
export const modulus = 1n << 256n
export const maximum = modulus - 1n

const addressMask = (1n << 160n) - 1n

export function toSigned(word: bigint): bigint {
  return BigInt.asIntN(256, word)
}

export function toUnsigned(value: bigint): bigint {
  return BigInt.asUintN(256, value)
}

export function toAddress(word: bigint): Address {
  return `0x${(word & addressMask).toString(16).padStart(40, '0')}`
}

/** 32 bytes, the most significant first. */
export function readWord(view: DataView, at: number): bigint {
  const low = view.getBigUint64(at + 24)
  const third = view.getBigUint64(at + 16)
  const second = view.getBigUint64(at + 8)
  const high = view.getBigUint64(at)
  if (high === 0n && second === 0n)
    return third === 0n ? low : (third << 64n) | low
  return (((high << 64n) | second) << 128n) | (third << 64n) | low
}

/** The view takes the low 64 bits of what it is given. */
export function writeWord(view: DataView, at: number, word: bigint): void {
  view.setBigUint64(at + 24, word)
  const rest = word >> 64n
  view.setBigUint64(at + 16, rest)
  view.setBigUint64(at + 8, rest >> 64n)
  view.setBigUint64(at, rest >> 128n)
}

const scratch = new Uint8Array(32)
const scratchView = viewOf(scratch)

/** As `readWord`, of bytes without a view; zeros if they have ended. */
export function wordAt(bytes: Uint8Array, at: number): bigint {
  const count = Math.max(0, Math.min(32, bytes.length - at))
  for (let index = 0; index < count; index++)
    scratch[index] = bytes[at + index] as number
  if (count < 32) scratch.fill(0, count)
  return readWord(scratchView, 0)
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Any number of bytes as a number, the most significant first. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

/** A number as this many bytes. */
export function numberToBytes(value: bigint, length: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(2 * length, '0'))
}

/** As many bytes as asked for, with zeros if there are none. */
export function sliceOf(
  bytes: Uint8Array,
  at: number,
  length: number,
): Uint8Array {
  const slice = new Uint8Array(length)
  slice.set(bytes.subarray(at, at + length))
  return slice
}

/** An offset or a length as a number; one past everything stays past it. */
export function toOffset(word: bigint): number {
  return word > 0xffff_ffffn ? 0xffff_ffff : Number(word)
}

/** The hash as a word. */
export function keccak(bytes: Uint8Array, hash = keccak256): bigint {
  return wordAt(hash(bytes), 0)
}
