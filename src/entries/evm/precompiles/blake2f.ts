import type { Precompile } from '../machine/frame.js'
import { viewOf } from '../machine/words.js'

/** The compression function of BLAKE2b, by the round (EIP-152). */
export const blake2f: Precompile = {
  gas: roundsOf,
  units: (input) => 5 + roundsOf(input) / 3,
  run: (input) => (isWellFormed(input) ? compress(input) : undefined),
}

function roundsOf(input: Uint8Array): number {
  return isWellFormed(input) ? viewOf(input).getUint32(0) : 0
}

function isWellFormed(input: Uint8Array): boolean {
  return input.length === 213 && (input[212] as number) <= 1
}

/** RFC 7693, 2.7: which words of the message a round takes. */
const schedule = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
].map((row) => Uint8Array.from(row))

/** RFC 7693, 2.6: words of 64 bits, each as its low half and its high half. */
const initial = Uint32Array.of(
  0xf3bcc908,
  0x6a09e667,
  0x84caa73b,
  0xbb67ae85,
  0xfe94f82b,
  0x3c6ef372,
  0x5f1d36f1,
  0xa54ff53a,
  0xade682d1,
  0x510e527f,
  0x2b3e6c1f,
  0x9b05688c,
  0xfb41bd6b,
  0x1f83d9ab,
  0x137e2179,
  0x5be0cd19,
)

function compress(input: Uint8Array): Uint8Array {
  const view = viewOf(input)
  const rounds = view.getUint32(0)
  const halves = (at: number, count: number) =>
    Uint32Array.from({ length: count }, (_, index) =>
      view.getUint32(at + 4 * index, true),
    )
  const state = halves(4, 16)
  const message = halves(68, 32)
  const work = new Uint32Array(32)
  work.set(state)
  work.set(initial, 16)
  for (const [index, half] of halves(196, 4).entries())
    work[24 + index] = (work[24 + index] as number) ^ half
  if (input[212] === 1) {
    work[28] = ~(work[28] as number)
    work[29] = ~(work[29] as number)
  }
  for (let round = 0; round < rounds; round++)
    mixAll(work, message, schedule[round % 10] as Uint8Array)
  const output = new Uint8Array(64)
  const written = viewOf(output)
  for (let at = 0; at < 16; at++) {
    const mixed = (work[at] as number) ^ (work[at + 16] as number)
    written.setUint32(4 * at, (state[at] as number) ^ mixed, true)
  }
  return output
}

/** RFC 7693, 3.2: columns, then diagonals. */
function mixAll(
  work: Uint32Array,
  message: Uint32Array,
  order: Uint8Array,
): void {
  for (let at = 0; at < 8; at++) {
    const [column, turn] = [at & 3, at >> 2]
    mix(
      work,
      column,
      4 + ((column + turn) & 3),
      8 + ((column + 2 * turn) & 3),
      12 + ((column + 3 * turn) & 3),
      message,
      order[2 * at] as number,
      order[2 * at + 1] as number,
    )
  }
}

/** RFC 7693, 3.1. */
function mix(
  work: Uint32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  message: Uint32Array,
  x: number,
  y: number,
): void {
  add(work, a, work, b)
  add(work, a, message, x)
  rotate(work, d, a, 32)
  add(work, c, work, d)
  rotate(work, b, c, 24)
  add(work, a, work, b)
  add(work, a, message, y)
  rotate(work, d, a, 16)
  add(work, c, work, d)
  rotate(work, b, c, 63)
}

function add(
  work: Uint32Array,
  to: number,
  from: Uint32Array,
  index: number,
): void {
  const low = (work[2 * to] as number) + (from[2 * index] as number)
  const carry = low > 0xffff_ffff ? 1 : 0
  work[2 * to] = low
  work[2 * to + 1] =
    (work[2 * to + 1] as number) + (from[2 * index + 1] as number) + carry
}

/** Combines the words at `to` and `with`, and turns them to the right. */
function rotate(
  work: Uint32Array,
  to: number,
  other: number,
  bits: 16 | 24 | 32 | 63,
): void {
  const low = (work[2 * to] as number) ^ (work[2 * other] as number)
  const high = (work[2 * to + 1] as number) ^ (work[2 * other + 1] as number)
  if (bits === 32) {
    work[2 * to] = high
    work[2 * to + 1] = low
  } else if (bits === 63) {
    work[2 * to] = (low << 1) | (high >>> 31)
    work[2 * to + 1] = (high << 1) | (low >>> 31)
  } else {
    work[2 * to] = (low >>> bits) | (high << (32 - bits))
    work[2 * to + 1] = (high >>> bits) | (low << (32 - bits))
  }
}
