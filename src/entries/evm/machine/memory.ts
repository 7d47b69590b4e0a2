import { readWord, viewOf, writeWord } from './words.js'

/** Grows by doubling, so `size`, what the machine sees, is at most that. */
export type Memory = { bytes: Uint8Array; view: DataView; size: number }

/**
 * In bytes. Gas that is free, as in a call with an enormous limit, could ask
 * for more than a process has.
 */
const maxSize = 2 ** 30

const none = new Uint8Array(0)
const noneView = viewOf(none)

/**
 * Frames come and go by the thousand, and buffers are dear to make. The deepest
 * frames leave a thousand, so only small ones are kept.
 */
const spare: Memory[] = []
const maxSpareSize = 16_384

export function takeMemory(): Memory {
  return spare.pop() ?? { bytes: none, view: noneView, size: 0 }
}

/** For the next frame: nothing may look at it any more. */
export function leaveMemory(memory: Memory): void {
  const { bytes, size } = memory
  if (bytes.length > maxSpareSize) return
  bytes.fill(0, 0, size)
  memory.size = 0
  spare.push(memory)
}

/** The size, in whole words, that covers a range; Infinity past all limits. */
export function sizeFor(at: number, length: number): number {
  if (length === 0) return 0
  const end = at + length
  return end > maxSize ? Infinity : Math.ceil(end / 32) * 32
}

export function gasFor(size: number): number {
  const words = size / 32
  return 3 * words + Math.floor((words * words) / 512)
}

export function grow(memory: Memory, size: number): void {
  if (size > memory.bytes.length) {
    const bytes = new Uint8Array(Math.max(size, 2 * memory.bytes.length, 1_024))
    bytes.set(memory.bytes)
    memory.bytes = bytes
    memory.view = viewOf(bytes)
  }
  memory.size = size
}

export function loadWord({ view }: Memory, at: number): bigint {
  return readWord(view, at)
}

export function storeWord({ view }: Memory, at: number, word: bigint): void {
  writeWord(view, at, word)
}

/** A copy with a buffer of its own takes several times as long to make. */
let shelf = none
let taken = 0
const shelfSize = 65_536
/** A shorter copy has no buffer: the platform keeps it in the object itself. */
const longestOwn = 64

/** A copy, since what it was taken from goes on changing. */
export function load(
  { bytes }: Memory,
  at: number,
  length: number,
): Uint8Array {
  if (length <= longestOwn || length > shelfSize / 16)
    return bytes.slice(at, at + length)
  if (taken + length > shelf.length) {
    shelf = new Uint8Array(shelfSize)
    taken = 0
  }
  const copy = shelf.subarray(taken, taken + length)
  copy.set(bytes.subarray(at, at + length))
  taken += length
  return copy
}

/** The bytes that stand there now, and no longer once somebody writes to it. */
export function look(
  { bytes }: Memory,
  at: number,
  length: number,
): Uint8Array {
  return bytes.subarray(at, at + length)
}

/** Copies from `source`, and zeros if it has ended. */
export function store(
  { bytes }: Memory,
  at: number,
  source: Uint8Array,
  from: number,
  length: number,
): void {
  const end = Math.min(source.length, from + length)
  const copied = Math.max(0, end - from)
  if (copied > 0) bytes.set(source.subarray(from, end), at)
  if (copied < length) bytes.fill(0, at + copied, at + length)
}
