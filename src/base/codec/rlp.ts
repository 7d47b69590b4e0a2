import { keccak256 } from '../hash/keccak256.js'
import { type Address, byteAt, type Hex, toHex, toScalar } from '../hex/hex.js'

/** What RLP decodes to: bytes, and lists of such items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** What it encodes: DATA as its bytes, and numbers as scalars, too. */
export type RlpInput =
  | Uint8Array
  | Hex
  | number
  | bigint
  | readonly RlpInput[]
  | Enclosed

/**
 * The encoding of an item, of which the whole is a string: what tries hold, and
 * envelopes behind the byte of their type (EIP-2718).
 */
export type Enclosed = { readonly item: RlpInput; readonly type?: number }

const stringOffset = 0x80
const listOffset = 0xc0

/** The bytes of an item (Yellow Paper, appendix B). */
export function encodeRlp(item: RlpInput): Uint8Array {
  return viewRlp(item).slice()
}

/** The same until the next item is encoded: to be hashed or looked at. */
export function viewRlp(item: RlpInput): Uint8Array {
  start = sheet.length
  write(item)
  return sheet.subarray(start)
}

/** The bytes of that string alone, until the next item is encoded. */
export function viewEnclosed(enclosed: Enclosed): Uint8Array {
  start = sheet.length
  writeEnclosed(enclosed)
  return sheet.subarray(start)
}

/*
 * Items are written from the last to the first, since the prefix of a list tells
 * its length: on one sheet, from its end. A large array of its own for each
 * would cost more than what is written on it.
 */

let sheet = new Uint8Array(4_096)
let start = sheet.length

function write(item: RlpInput): void {
  const end = sheet.length - start
  if (typeof item === 'string') writeDigits(item)
  else if (typeof item === 'number') writeNumber(item)
  else if (typeof item === 'bigint') {
    if (item <= Number.MAX_SAFE_INTEGER) writeNumber(Number(item))
    else writeBytes(toScalar(item))
  } else if (item instanceof Uint8Array) writeBytes(item)
  else if ('item' in item) writeEnclosed(item)
  else {
    for (let index = item.length - 1; index >= 0; index--)
      write(item[index] as RlpInput)
    writePrefix(listOffset, sheet.length - start - end)
    return
  }
  const length = sheet.length - start - end
  if (length !== 1 || (sheet[start] as number) >= stringOffset)
    writePrefix(stringOffset, length)
}

function writeEnclosed({ item, type }: Enclosed): void {
  write(item)
  if (type === undefined) return
  makeRoom(1)
  sheet[--start] = type
}

function writeBytes(bytes: Uint8Array): void {
  makeRoom(bytes.length)
  start -= bytes.length
  sheet.set(bytes, start)
}

function writeDigits(hex: Hex): void {
  const length = (hex.length - 2) >> 1
  makeRoom(length)
  start -= length
  for (let index = 0; index < length; index++)
    sheet[start + index] = byteAt(hex, index)
}

function writeNumber(number: number): void {
  makeRoom(8)
  for (let rest = number; rest >= 1; rest = Math.floor(rest / 256))
    sheet[--start] = rest % 256
}

function writePrefix(offset: number, length: number): void {
  const end = sheet.length - start
  if (length >= 56) writeNumber(length)
  else makeRoom(1)
  const size = sheet.length - start - end
  makeRoom(1)
  sheet[--start] = size === 0 ? offset + length : offset + 55 + size
}

function makeRoom(length: number): void {
  if (start >= length) return
  const written = sheet.subarray(start)
  sheet = new Uint8Array(2 * (written.length + length))
  start = sheet.length - written.length
  sheet.set(written, start)
}

/** Length of a payload with its prefix, except a single byte below 0x80. */
export function lengthWithPrefix(length: number): number {
  return 1 + length + (length < 56 ? 0 : lengthOfLength(length))
}

function isItsOwn(bytes: Uint8Array): boolean {
  return bytes.length === 1 && (bytes[0] ?? 0) < stringOffset
}

function lengthOfLength(length: number): number {
  let size = 1
  for (let rest = length >>> 8; rest > 0; rest >>>= 8) size++
  return size
}

/** Lists within lists; a transaction has three. */
const deepest = 100

/**
 * The item that the bytes encode; its bytes are views of them. Errors use the
 * words of geth's `rlp/decode.go`, if it has some.
 *
 * @throws RangeError if they are not the one encoding of an item.
 */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const items = takeAll(bytes, 0)
  const [item] = items
  if (item !== undefined && items.length === 1) return item
  throw new RangeError(
    item === undefined
      ? 'There is no value.'
      : 'The input contains more than one value.',
  )
}

/** @throws RangeError if an item is not a list, or not of that length. */
export function decodeList(item: RlpItem, length?: number): readonly RlpItem[] {
  if (item instanceof Uint8Array)
    throw new RangeError('Expected List, but there are bytes.')
  const expected = length ?? item.length
  if (item.length === expected) return item
  throw new RangeError(
    `${item.length < expected ? 'Too few' : 'The input list has too many'} elements: ${item.length}, not ${expected}.`,
  )
}

/** @throws RangeError if an item is a list, or not of that many bytes. */
export function decodeBytes(item: RlpItem, length?: number): Uint8Array {
  if (!(item instanceof Uint8Array))
    throw new RangeError('Expected String or Byte, but there is a list.')
  if (item.length === (length ?? item.length)) return item
  throw new RangeError(
    `The input string is too ${item.length < (length as number) ? 'short' : 'long'}: ${item.length} bytes, not ${length}.`,
  )
}

/** @throws RangeError if an item is not a number of at most 32 bytes. */
export function decodeScalar(item: RlpItem): bigint {
  const bytes = decodeBytes(item)
  if (bytes.length > 32)
    throw new RangeError('The value is too large for uint256.')
  if (bytes[0] === 0)
    throw new RangeError('Non-canonical integer (leading zero bytes).')
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes))
}

function takeAll(bytes: Uint8Array, depth: number): RlpItem[] {
  if (depth > deepest)
    throw new RangeError(`Lists are nested more than ${deepest} deep.`)
  const items: RlpItem[] = []
  for (let at = 0; at < bytes.length; ) {
    const [item, next] = take(bytes, at, depth)
    items.push(item)
    at = next
  }
  return items
}

/** The item that begins there, and where the next one does. */
function take(
  bytes: Uint8Array,
  at: number,
  depth: number,
): [item: RlpItem, next: number] {
  const first = bytes[at] ?? 0
  if (first < stringOffset) return [bytes.subarray(at, at + 1), at + 1]
  const isList = first >= listOffset
  const short = first - (isList ? listOffset : stringOffset)
  const sizeLength = Math.max(0, short - 55)
  const start = at + 1 + sizeLength
  const length =
    sizeLength === 0
      ? short
      : Number(decodeScalar(cut(bytes, at + 1, sizeLength, depth)))
  const payload = cut(bytes, start, length, depth)
  if ((sizeLength > 0 && length < 56) || (!isList && isItsOwn(payload)))
    throw new RangeError('Non-canonical size information.')
  return [isList ? takeAll(payload, depth + 1) : payload, start + length]
}

function cut(
  bytes: Uint8Array,
  start: number,
  length: number,
  depth: number,
): Uint8Array {
  if (start + length <= bytes.length)
    return bytes.subarray(start, start + length)
  throw new RangeError(
    depth === 0
      ? 'The value size exceeds available input length.'
      : 'The element is larger than containing list.',
  )
}

/** Where CREATE puts a contract (Yellow Paper, 7). */
export function createdAddress(
  creator: Address,
  nonce: bigint | number,
): Address {
  return toHex(keccak256(viewRlp([creator, nonce])).subarray(12))
}
