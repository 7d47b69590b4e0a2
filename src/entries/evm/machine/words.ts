import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import type { Address } from '../../../base/hex/hex.js'

/**
 * A word of the machine: below 2^31 always a number, since most are and numbers
 * of that size cost no memory; from there on a bigint. So equal words are `===`.
 */
export type Word = number | bigint

const firstWide = 2n ** 31n
const firstWideNumber = 2 ** 31

/** The word of a value that is no less than 0. */
export function toWide(word: Word): bigint {
  return typeof word === 'bigint' ? word : BigInt(word)
}

/** The word of a value from 0 to 2^256 - 1. */
export function narrow(value: bigint): Word {
  return value < firstWide ? Number(value) : value
}

/** The word of a whole number, which is exact if it is that large. */
export function fromNumber(value: number): Word {
  return value < firstWideNumber ? value : BigInt(value)
}

export const modulus = 1n << 256n
export const maximum = modulus - 1n

const addressMask = (1n << 160n) - 1n

export function toSigned(word: Word): bigint {
  return typeof word === 'number' ? BigInt(word) : BigInt.asIntN(256, word)
}

/** The low 256 bits of any value. */
export function toUnsigned(value: bigint): Word {
  return narrow(
    value < 0n || value > maximum ? BigInt.asUintN(256, value) : value,
  )
}

/** Asked for the same ones by each call, and their text takes time. */
const addresses = new Map<Word, Address>()
const mostAddresses = 4_096

/** The address in the low 20 bytes. */
export function toAddress(word: Word): Address {
  const known = addresses.get(word)
  if (known !== undefined) return known
  if (addresses.size === mostAddresses) addresses.clear()
  const low = typeof word === 'number' ? word : word & addressMask
  const address: Address = `0x${low.toString(16).padStart(40, '0')}`
  addresses.set(word, address)
  return address
}

/** 32 bytes, the most significant first. */
export function readWord(view: DataView, at: number): Word {
  if (
    view.getInt32(at + 24) === 0 &&
    (view.getInt32(at + 20) | view.getInt32(at + 16)) === 0 &&
    (view.getInt32(at) |
      view.getInt32(at + 4) |
      view.getInt32(at + 8) |
      view.getInt32(at + 12)) ===
      0
  )
    return fromNumber(view.getUint32(at + 28))
  const low = view.getBigUint64(at + 24)
  const third = limbAt(view, at + 16)
  const second = limbAt(view, at + 8)
  const high = limbAt(view, at)
  if (high !== 0n)
    return (((high << 64n) | second) << 128n) | (third << 64n) | low
  if (second !== 0n) return (second << 128n) | (third << 64n) | low
  return third === 0n ? low : (third << 64n) | low
}

/** Most are zero, and to make a bigint takes longer than to look. */
function limbAt(view: DataView, at: number): bigint {
  return (view.getInt32(at) | view.getInt32(at + 4)) === 0
    ? 0n
    : view.getBigUint64(at)
}

/** The view takes the low 64 bits of what it is given. */
export function writeWord(view: DataView, at: number, word: Word): void {
  if (typeof word === 'number') {
    view.setFloat64(at, 0)
    view.setFloat64(at + 8, 0)
    view.setFloat64(at + 16, 0)
    view.setUint32(at + 24, 0)
    view.setUint32(at + 28, word)
    return
  }
  view.setBigUint64(at + 24, word)
  const rest = word >> 64n
  view.setBigUint64(at + 16, rest)
  const high = rest >> 64n
  if (high === 0n) {
    view.setFloat64(at, 0)
    view.setFloat64(at + 8, 0)
    return
  }
  view.setBigUint64(at + 8, high)
  view.setBigUint64(at, high >> 64n)
}

const scratch = new Uint8Array(32)
const scratchView = viewOf(scratch)

/** As `readWord`, of bytes without a view; zeros if they have ended. */
export function wordAt(bytes: Uint8Array, at: number): Word {
  const count = Math.max(0, Math.min(32, bytes.length - at))
  for (let index = 0; index < count; index++)
    scratch[index] = bytes[at + index] as number
  if (count < 32) scratch.fill(0, count)
  return readWord(scratchView, 0)
}

/** The same as a bigint, however small. */
export function wideAt(bytes: Uint8Array, at: number): bigint {
  return toWide(wordAt(bytes, at))
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
export function toOffset(word: Word): number {
  if (typeof word === 'number') return word
  return word > 0xffff_ffffn ? 0xffff_ffff : Number(word)
}

/** The hash as a word. */
export function keccak(bytes: Uint8Array, hash = keccak256): Word {
  return wordAt(hash(bytes), 0)
}
