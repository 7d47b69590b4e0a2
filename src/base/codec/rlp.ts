import { keccak256 } from '../hash/keccak256.js'
import { type Address, toBytes, toHex, toScalar } from '../hex/hex.js'

/** Input of RLP: bytes, and lists of such items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

export const stringOffset = 0x80
export const listOffset = 0xc0

/** The bytes of an item (Yellow Paper, appendix B), behind as many zeros. */
export function encodeRlp(item: RlpItem, behind = 0): Uint8Array {
  const target = new Uint8Array(behind + encodedLength(item))
  write(item, target, behind)
  return target
}

/** Length of a payload with its prefix, except a single byte below 0x80. */
export function lengthWithPrefix(length: number): number {
  return 1 + length + (length < 56 ? 0 : lengthOfLength(length))
}

export function encodedLength(item: RlpItem): number {
  if (!(item instanceof Uint8Array)) return lengthWithPrefix(listLength(item))
  return isItsOwn(item) ? 1 : lengthWithPrefix(item.length)
}

function listLength(items: readonly RlpItem[]): number {
  let length = 0
  for (const item of items) length += encodedLength(item)
  return length
}

/** Returns where the next item goes, as `writePrefix` does. */
export function write(item: RlpItem, target: Uint8Array, at: number): number {
  if (!(item instanceof Uint8Array)) {
    let next = writePrefix(target, at, listOffset, listLength(item))
    for (const inner of item) next = write(inner, target, next)
    return next
  }
  const start = isItsOwn(item)
    ? at
    : writePrefix(target, at, stringOffset, item.length)
  target.set(item, start)
  return start + item.length
}

export function writePrefix(
  target: Uint8Array,
  at: number,
  offset: number,
  length: number,
): number {
  if (length < 56) {
    target[at] = offset + length
    return at + 1
  }
  const size = lengthOfLength(length)
  target[at] = offset + 55 + size
  for (let byte = size, rest = length; byte > 0; byte--, rest >>>= 8)
    target[at + byte] = rest
  return at + 1 + size
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
  const list = encodeRlp([toBytes(creator), toScalar(nonce)])
  return toHex(keccak256(list).subarray(12))
}
