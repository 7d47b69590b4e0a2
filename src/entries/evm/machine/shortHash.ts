import { keccak256 } from '../../../base/hash/keccak256.js'
import { look, type Memory } from './frame.js'
import { keccak, type Word } from './words.js'

/** In bytes: two words name a slot of a mapping, three a contract to be. */
const longest = 96
const columns = longest / 4
const rows = 1_024
/** What was hashed last, by rows that its bytes choose; zeros behind it. */
const inputs = new Int32Array(rows * columns)
const lengths = new Uint8Array(rows)
const words = new Array<Word>(rows).fill(0)

/**
 * The hash of a part of memory. A short one is looked up: calls hash the same
 * few words again and again to find their slots, and comparing them takes a
 * twentieth of the time.
 */
export function hashAt(
  memory: Memory,
  at: number,
  length: number,
  hash = keccak256,
): Word {
  const bytes = look(memory, at, length)
  if (length === 0 || length > longest) return keccak(bytes, hash)
  const { view } = memory
  let mixed = length
  for (let done = 0; done < length; done += 4) {
    mixed = Math.imul(mixed ^ intAt(view, at + done, length - done), 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  const row = mixed & (rows - 1)
  if (isKnown(row, view, at, length)) return words[row] as Word
  const word = keccak(bytes, hash)
  let column = row * columns
  for (let done = 0; done < length; done += 4)
    inputs[column++] = intAt(view, at + done, length - done)
  lengths[row] = length
  words[row] = word
  return word
}

function isKnown(
  row: number,
  view: DataView,
  at: number,
  length: number,
): boolean {
  if (lengths[row] !== length) return false
  let column = row * columns
  for (let done = 0; done < length; done += 4)
    if (inputs[column++] !== intAt(view, at + done, length - done)) return false
  return true
}

/** Four bytes, or as many as there are. */
function intAt(view: DataView, at: number, length: number): number {
  if (length > 3) return view.getInt32(at)
  let int = 0
  for (let index = 0; index < length; index++)
    int = (int << 8) | view.getUint8(at + index)
  return int
}
