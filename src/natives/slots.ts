import { address, toDigits, wordLength } from '../abi/abiType.js'
import type { StateReader } from '../engine/engine.js'
import { keccak256 } from '../hash/keccak256.js'
import { type Address, type Hash, toBytes, toHex, toWord } from '../hex/hex.js'
import { decodeText, encodeText } from '../hex/text.js'

/** By mapping and key: reads of balances ask for the same ones again. */
const known = new Map<Hash, Map<Address, Hash>>()
const mostKnown = 10_000

/** Where Solidity keeps what a mapping holds for an address. */
export function slotOfKey(mapping: Hash, key: Address): Hash {
  const ofMapping = known.get(mapping)
  const slot = ofMapping?.get(key)
  if (slot !== undefined) return slot
  const place = `0x${address.encode(key)}${mapping.slice(2)}` as const
  const found = toHex(keccak256(toBytes(place)))
  if (ofMapping !== undefined && ofMapping.size < mostKnown)
    ofMapping.set(key, found)
  else {
    if (known.size >= mostKnown) known.clear()
    known.set(mapping, new Map([[key, found]]))
  }
  return found
}

const most = 31

/** The slots of a string: its own, and where it is long those of its text. */
export function slotsOfText(slot: Hash, text: string): { [slot: Hash]: Hash } {
  const digits = encodeText(text).slice(2)
  const length = digits.length / 2
  if (length === 0) return {}
  if (length <= most) {
    const end = (2 * length).toString(16).padStart(2, '0')
    return { [slot]: `0x${digits.padEnd(wordLength - 2, '0')}${end}` }
  }
  const slots: { [slot: Hash]: Hash } = {
    [slot]: toWord(BigInt(2 * length + 1)),
  }
  for (let at = 0; at < digits.length; at += wordLength)
    slots[textSlot(slot, at)] =
      `0x${digits.slice(at, at + wordLength).padEnd(wordLength, '0')}`
  return slots
}

/** The string that a contract keeps in a slot. */
export function readText(state: StateReader, own: Address, slot: Hash): string {
  const word = state.slot(own, slot)
  const end = Number.parseInt(word.slice(-2), 16)
  if (end % 2 === 0) return decodeText(`0x${word.slice(2, 2 + end)}`)
  const length = Number(BigInt(word)) - 1
  let digits = ''
  while (digits.length < length)
    digits += state.slot(own, textSlot(slot, digits.length)).slice(2)
  return decodeText(`0x${digits.slice(0, length)}`)
}

function textSlot(slot: Hash, at: number): Hash {
  const start = BigInt(toHex(keccak256(toBytes(slot))))
  return `0x${toDigits(BigInt.asUintN(256, start + BigInt(at / wordLength)))}`
}
