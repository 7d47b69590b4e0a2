import { type KeccakState, keccakRound } from './keccakRound.js'

/** bytes of a message that are taken in at once */
const rate = 136

/** One permutation at a time is under way, so all share one state. */
const words = new Int32Array(50)
const state = words as unknown as KeccakState
/** Rounds go back and forth between the two. */
const other = new Int32Array(50) as unknown as KeccakState

/** What iota adds in each of the 24 rounds: a low half, then a high one. */
const constants = new Int32Array([
  0x1, 0x0, 0x8082, 0x0, 0x808a, 0x80000000, 0x80008000, 0x80000000, 0x808b,
  0x0, 0x80000001, 0x0, 0x80008081, 0x80000000, 0x8009, 0x80000000, 0x8a, 0x0,
  0x88, 0x0, 0x80008009, 0x0, 0x8000000a, 0x0, 0x8000808b, 0x0, 0x8b,
  0x80000000, 0x8089, 0x80000000, 0x8003, 0x80000000, 0x8002, 0x80000000, 0x80,
  0x80000000, 0x800a, 0x0, 0x8000000a, 0x80000000, 0x80008081, 0x80000000,
  0x8080, 0x80000000, 0x80000001, 0x0, 0x80008008, 0x80000000,
])

/**
 * The hash of Ethereum: Keccak with 512 bits of capacity, padded as it was
 * before FIPS 202 made SHA-3 of it.
 */
export function keccak256(message: Uint8Array): Uint8Array {
  words.fill(0)
  let at = 0
  for (; message.length - at >= rate; at += rate) {
    absorb(message, at, rate)
    permute()
  }
  const rest = message.length - at
  absorb(message, at, rest)
  toggle(rest, 0x01)
  toggle(rate - 1, 0x80)
  permute()
  return squeeze()
}

function absorb(message: Uint8Array, from: number, length: number): void {
  const whole = length >> 2
  for (let word = 0, at = from; word < whole; word++, at += 4)
    words[word] =
      (words[word] ?? 0) ^
      (message[at] ?? 0) ^
      ((message[at + 1] ?? 0) << 8) ^
      ((message[at + 2] ?? 0) << 16) ^
      ((message[at + 3] ?? 0) << 24)
  for (let at = whole * 4; at < length; at++)
    toggle(at, message[from + at] ?? 0)
}

/** Adds a byte to the state, modulo 2. */
function toggle(at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] ?? 0) ^ (byte << ((at & 3) * 8))
}

function permute(): void {
  for (let at = 0; at < constants.length; at += 4) {
    keccakRound(state, other, constants[at] ?? 0, constants[at + 1] ?? 0)
    keccakRound(other, state, constants[at + 2] ?? 0, constants[at + 3] ?? 0)
  }
}

function squeeze(): Uint8Array {
  const hash = new Uint8Array(32)
  for (let at = 0; at < hash.length; at++)
    hash[at] = (words[at >> 2] ?? 0) >>> ((at & 3) * 8)
  return hash
}
