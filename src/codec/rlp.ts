/** What RLP encodes: bytes, and lists of such items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

const stringOffset = 0x80
const listOffset = 0xc0

/** The bytes of an item (Yellow Paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  const target = new Uint8Array(encodedLength(item))
  write(item, target, 0)
  return target
}

/** Of a payload of so many bytes, except a single byte below 0x80. */
export function lengthWithPrefix(length: number): number {
  return 1 + length + (length < 56 ? 0 : lengthOfLength(length))
}

function encodedLength(item: RlpItem): number {
  if (!(item instanceof Uint8Array)) return lengthWithPrefix(listLength(item))
  return isItsOwn(item) ? 1 : lengthWithPrefix(item.length)
}

function listLength(items: readonly RlpItem[]): number {
  let length = 0
  for (const item of items) length += encodedLength(item)
  return length
}

/** Returns where the next item goes, as `writePrefix` does. */
function write(item: RlpItem, target: Uint8Array, at: number): number {
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

function writePrefix(
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
