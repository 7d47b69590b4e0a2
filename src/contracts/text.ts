import {
  type Hex,
  hexToString,
  keccak256,
  padHex,
  stringToHex,
  toHex,
} from 'viem'

const most = 31
const word = 64

/** The slots that a string of Solidity takes, which begins at `slot`. */
export function slotsOfText(slot: Hex, text: string): [slot: Hex, word: Hex][] {
  const digits = stringToHex(text).slice(2)
  const length = digits.length / 2
  if (length <= most) {
    const end = toHex(2 * length, { size: 1 }).slice(2)
    return [[slot, `0x${digits.padEnd(word - 2, '0')}${end}`]]
  }
  const slots: [Hex, Hex][] = [[slot, toHex(2 * length + 1, { size: 32 })]]
  for (let at = 0; at < digits.length; at += word) {
    const part: Hex = `0x${digits.slice(at, at + word)}`
    slots.push([slotAfter(slot, at), padHex(part, { dir: 'right', size: 32 })])
  }
  return slots
}

/** The string that begins there. */
export function readText(slot: Hex, read: (slot: Hex) => Hex): string {
  const first = read(slot)
  const end = Number.parseInt(first.slice(-2), 16)
  if (end % 2 === 0) return hexToString(first.slice(0, 2 + end) as Hex)
  const length = Number(BigInt(first)) - 1
  let digits = ''
  while (digits.length < length)
    digits += read(slotAfter(slot, digits.length)).slice(2)
  return hexToString(`0x${digits.slice(0, length)}`)
}

function slotAfter(slot: Hex, at: number): Hex {
  const start = BigInt(keccak256(slot))
  return toHex(BigInt.asUintN(256, start + BigInt(at / word)), { size: 32 })
}
