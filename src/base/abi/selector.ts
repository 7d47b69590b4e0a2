import { keccak256 } from '../hash/keccak256.js'
import { type Hash, type Hex, toBytes, toHex, toWord } from '../hex/hex.js'
import { decodeText, encodeText } from '../hex/text.js'
import { remember } from '../memo/memo.js'

/**
 * Topic of an event: `Transfer(address,address,uint256)`. Signatures are few, and
 * written in code.
 */
export const topicOf = remember(
  (signature: string): Hash => toHex(keccak256(toBytes(encodeText(signature)))),
)

/** Selector of a function or an error: the first 8 digits. */
export function selectorOf(signature: string): string {
  return topicOf(signature).slice(2, 10)
}

/** keccak256 of a word. */
type HashWord = (word: Hex) => Hex

const most = 31
/** Digits of a word. */
const word = 64

/** The words in which Solidity keeps a string that begins at `slot`. */
export function storeText(
  slot: Hex,
  text: string,
  hash: HashWord,
): [slot: Hex, word: Hex][] {
  const digits = encodeText(text).slice(2)
  const length = digits.length / 2
  if (length <= most) {
    const end = (2 * length).toString(16).padStart(2, '0')
    return [[slot, `0x${digits.padEnd(word - 2, '0')}${end}`]]
  }
  const slots: [Hex, Hex][] = [[slot, toWord(BigInt(2 * length + 1))]]
  for (let at = 0; at < digits.length; at += word)
    slots.push([
      slotAfter(slot, at, hash),
      `0x${digits.slice(at, at + word).padEnd(word, '0')}`,
    ])
  return slots
}

/** The string that begins at `slot`. */
export function loadText(
  slot: Hex,
  read: (slot: Hex) => Hex,
  hash: HashWord,
): string {
  const first = read(slot)
  const end = Number.parseInt(first.slice(-2), 16)
  if (end % 2 === 0) return decodeText(`0x${first.slice(2, 2 + end)}`)
  const length = Number(BigInt(first)) - 1
  let digits = ''
  while (digits.length < length)
    digits += read(slotAfter(slot, digits.length, hash)).slice(2)
  return decodeText(`0x${digits.slice(0, length)}`)
}

function slotAfter(slot: Hex, at: number, hash: HashWord): Hex {
  return toWord(BigInt.asUintN(256, BigInt(hash(slot)) + BigInt(at / word)))
}
