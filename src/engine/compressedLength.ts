/** How far back a match may lie. */
const window = 8_191
const slots = 8_192
/** No match begins in the last bytes, and none goes on in the last few. */
const tail = 13
const tailOfMatch = 4
/** Bytes that are written as they are, behind one that counts them. */
const longestLiteral = 32
const longestMatch = 262
const longestShortMatch = 6

/**
 * How long an envelope is once FastLZ has compressed it at its first level, by
 * the letter of the estimate: one byte less if a match meets the end.
 */
export function compressedLength(bytes: Uint8Array): number {
  const last = bytes.length - tail
  const seen = new Uint32Array(slots)
  let length = 0
  let literal = 0
  let at = 2
  while (at < last) {
    const sequence = threeBytes(bytes, at)
    const slot = slotOf(sequence)
    const earlier = seen[slot] as number
    seen[slot] = at
    const isMatch =
      at - earlier <= window && threeBytes(bytes, earlier) === sequence
    if (!isMatch || at + 1 === last) {
      at++
      continue
    }
    length += lengthOfLiteral(at - literal)
    const beyond = beyondThree(bytes, earlier, at)
    length += lengthOfMatch(beyond - 1)
    at += beyond
    for (const end = at + 2; at < end; at++)
      seen[slotOf(threeBytes(bytes, at))] = at
    literal = at
  }
  return length + lengthOfLiteral(bytes.length - literal)
}

/** Bytes that match behind the first three, and the one that does not. */
function beyondThree(bytes: Uint8Array, earlier: number, at: number): number {
  const most = bytes.length - tailOfMatch - (at + 3)
  let count = 0
  while (count < most)
    if (bytes[earlier + 3 + count] === bytes[at + 3 + count]) count++
    else return count + 1
  return count
}

function lengthOfLiteral(bytes: number): number {
  const rest = bytes % longestLiteral
  const whole = (bytes - rest) / longestLiteral
  return whole * (longestLiteral + 1) + (rest === 0 ? 0 : rest + 1)
}

function lengthOfMatch(bytes: number): number {
  const rest = bytes % longestMatch
  const whole = (bytes - rest) / longestMatch
  return whole * 3 + (rest < longestShortMatch ? 2 : 3)
}

function threeBytes(bytes: Uint8Array, at: number): number {
  const low = bytes[at] as number
  const middle = bytes[at + 1] as number
  return low | (middle << 8) | ((bytes[at + 2] as number) << 16)
}

/** Knuth's multiplicative hash, of 13 bits. */
function slotOf(sequence: number): number {
  return Math.imul(sequence, 0x9e3779b9) >>> 19
}
