import { type Hex, toWord } from '../../base/hex/hex.js'
import { decodeText, encodeText } from '../../base/hex/text.js'

/** `Error(string)` and `Panic(uint256)`. */
const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

const wordDigits = 64

/** The codes of Solidity, in the words in which geth tells them. */
const panics = new Map<bigint, string>([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** Why it reverted, if its data says it in Solidity's own way. */
export function revertReason(data: Hex): string | undefined {
  switch (data.slice(0, 10)) {
    case errorSelector:
      return readString(data)
    case panicSelector:
      return readPanic(data)
    default:
      return undefined
  }
}

/** The data of `revert(reason)` in Solidity. */
export function encodeReason(reason: string): Hex {
  const text = encodeText(reason).slice(2)
  const words = Math.ceil(text.length / wordDigits)
  return `${errorSelector}${digits(32)}${digits(text.length / 2)}${text.padEnd(words * wordDigits, '0')}`
}

function digits(value: number): string {
  return toWord(BigInt(value)).slice(2)
}

function readString(data: Hex): string | undefined {
  const offset = wordAt(data, 0)
  if (offset === undefined || offset > data.length) return undefined
  const length = wordAt(data, Number(offset))
  if (length === undefined || length > data.length) return undefined
  const from = 10 + 2 * (Number(offset) + 32)
  const to = from + 2 * Number(length)
  if (to > data.length) return undefined
  return decodeText(`0x${data.slice(from, to)}`)
}

function readPanic(data: Hex): string | undefined {
  const code = wordAt(data, 0)
  if (code === undefined) return undefined
  return panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`
}

/** The word at a byte of the arguments, if it is whole. */
function wordAt(data: Hex, byte: number): bigint | undefined {
  const from = 10 + 2 * byte
  const word = data.slice(from, from + wordDigits)
  return word.length === wordDigits ? BigInt(`0x${word}`) : undefined
}
