import { address } from '../../../base/abi/abi.js'
import { loadText, storeText } from '../../../base/abi/storedText.js'
import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  toBytes,
  toHex,
} from '../../../base/hex/hex.js'
import type { StateReader } from '../../engine.js'

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

/** The slots of a string: its own, and if it is long those of its text. */
export function slotsOfText(slot: Hash, text: string): { [slot: Hash]: Hash } {
  return text === '' ? {} : Object.fromEntries(storeText(slot, text, hashWord))
}

/** The string that a contract keeps in a slot. */
export function readText(state: StateReader, own: Address, slot: Hash): string {
  return loadText(slot, (at) => state.slot(own, at), hashWord)
}

function hashWord(word: Hash): Hash {
  return toHex(keccak256(toBytes(word)))
}
