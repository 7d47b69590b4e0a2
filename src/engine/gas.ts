import type { Environment, Message } from './engine.js'

type Charged = Pick<Message, 'to' | 'data' | 'accessList'> & {
  /** Only their number is charged. */
  readonly authorizationList: readonly unknown[]
}

/** The price of a transaction that does nothing but move value. */
export const transferGas = 21_000n

const creation = 32_000
const initcodeWord = 2
const tokenOfData = 4
const tokenOfFloor = 10
const listedAddress = 2_400
const listedKey = 1_900
const authorization = 25_000
/** The digit, as `charCodeAt` has it. */
const zero = 48

/**
 * The price of a transaction before it runs: EIP-2028 for its data, 2930 for
 * its access list, 3860 for initcode, 7702 for authorizations.
 */
export function intrinsicGas(message: Charged): bigint {
  const { to, data, accessList, authorizationList } = message
  const words = Math.ceil((data.length - 2) / 2 / 32)
  let gas = Number(transferGas) + tokenOfData * tokensOf(message)
  if (to === null) gas += creation + initcodeWord * words
  for (const { storageKeys } of accessList)
    gas += listedAddress + listedKey * storageKeys.length
  return BigInt(gas + authorization * authorizationList.length)
}

/** The least that a transaction costs: since Prague by its data (EIP-7623). */
export function floorGas(
  message: Charged,
  { hardfork }: Pick<Environment, 'hardfork'>,
): bigint {
  if (hardfork === 'cancun') return 0n
  return transferGas + BigInt(tokenOfFloor * tokensOf(message))
}

/** A zero byte is one, another byte is four. */
function tokensOf({ data }: Charged): number {
  let tokens = 0
  for (let at = 2; at < data.length; at += 2)
    tokens +=
      data.charCodeAt(at) === zero && data.charCodeAt(at + 1) === zero ? 1 : 4
  return tokens
}

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

/** Millionths of a byte, by which the size of a batch is estimated (Fjord). */
const leastSize = 100_000_000n
const intercept = -42_585_600n
const perCompressedByte = 836_500n
const million = 1_000_000n
const gasPerByte = 16n

/** The prices that L1 charges, as an OP chain knows them. */
export type L1Prices = {
  /** wei per gas */
  readonly baseFeePerGas: bigint
  /** wei per blob gas */
  readonly blobBaseFee: bigint
  readonly baseFeeScalar: bigint
  readonly blobBaseFeeScalar: bigint
}

/** The cost of that many compressed bytes on L1, in wei and in gas of L1. */
export function l1CostOfLength(
  length: number,
  { baseFeePerGas, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }: L1Prices,
): { fee: bigint; gasUsed: bigint } {
  const estimated = intercept + perCompressedByte * BigInt(length)
  const size = estimated > leastSize ? estimated : leastSize
  const price =
    gasPerByte * baseFeeScalar * baseFeePerGas + blobBaseFeeScalar * blobBaseFee
  return {
    fee: (size * price) / (million * million),
    gasUsed: (size * gasPerByte) / million,
  }
}

/**
 * The cost of an envelope on L1, on a chain with L1 attributes, by Fjord's rule
 * (specs.optimism.io, Fjord execution engine).
 */
export function l1Cost(
  envelope: Uint8Array,
  prices: L1Prices,
): { fee: bigint; gasUsed: bigint } {
  return l1CostOfLength(compressedLength(envelope), prices)
}

/** The most bytes of code that creates a contract (EIP-3860). */
export const mostInitcode = 49_152

/** The highest gas limit of a transaction since Osaka (EIP-7825). */
export const osakaGasCap = 16_777_216n
