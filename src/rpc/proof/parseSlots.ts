import type { Hash, Hex } from '../../base/hex/hex.js'
import { parseWord, type Result, refuse } from '../../base/hex/parse.js'

/** A storage slot: as 32 bytes, and as written in the proof. */
export type Slot = { readonly slot: Hash; readonly key: Hex }

/** As in geth's `internal/ethapi/api.go`. */
const mostSlots = 1_024

export function parseSlots(given: unknown): Result<readonly Slot[]> {
  if (!Array.isArray(given) || given.length > mostSlots)
    return refuse(given, `an array of at most ${mostSlots} storage slots`)
  const slots: Slot[] = []
  for (const one of given) {
    const word = parseWord(one)
    if (!word.ok) return word
    slots.push({ slot: word.value, key: keyOf(one, word.value) })
  }
  return { ok: true, value: slots }
}

/** As it was given if that is 32 bytes, else as a quantity (geth). */
function keyOf(given: string, slot: Hash): Hex {
  return given.length === 66 ? slot : `0x${BigInt(slot).toString(16)}`
}
