import type { Hex } from '../hex/hex.js'
import { toHex } from '../hex/hex.js'

/** What RLP holds: bytes as hex, and lists. */
export type Item = Hex | readonly Item[]

/**
 * The item that bytes begin with (Yellow Paper, appendix B). Longer forms than
 * needed pass, and so do bytes behind it: whoever must know encodes it again.
 *
 * @throws RangeError where the bytes end too early.
 */
export function decodeRlp(bytes: Uint8Array): Item {
  return take(bytes).item
}

function take(bytes: Uint8Array): { item: Item; rest: Uint8Array } {
  const [first = 0] = bytes
  if (first < 0x80)
    return { item: toHex(cut(bytes, 0, 1)), rest: bytes.subarray(1) }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const sizeLength = Math.max(0, short - 55)
  const start = 1 + sizeLength
  const size = sizeLength === 0 ? short : Number(toHex(cut(bytes, 1, start)))
  const payload = cut(bytes, start, start + size)
  return {
    item: isList ? takeAll(payload) : toHex(payload),
    rest: bytes.subarray(start + size),
  }
}

function takeAll(payload: Uint8Array): Item[] {
  const items: Item[] = []
  let rest = payload
  while (rest.length > 0) {
    const taken = take(rest)
    items.push(taken.item)
    rest = taken.rest
  }
  return items
}

function cut(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (end > bytes.length) throw new RangeError('The bytes end too early.')
  return bytes.subarray(start, end)
}
