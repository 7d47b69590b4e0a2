import type { Hex } from '../base/hex/hex.js'
import type { Environment, Message } from './engine.js'

type Charged = Pick<
  Message,
  'from' | 'to' | 'value' | 'data' | 'accessList'
> & {
  /** Only their number is charged. */
  readonly authorizationList: readonly unknown[]
}

type Rules = Pick<Environment, 'hardfork'>

/** The price of a transaction that does nothing but move value. */
export const transferGas = 21_000n

type Prices = {
  /** What no field of the transaction changes. */
  readonly base: number
  /** To somebody else, whom it may send value; for a creation. */
  readonly recipient: number
  readonly value: number
  readonly creation: number
  /** Of data, where a byte is four and a zero one. */
  readonly token: number
  readonly listedAddress: number
  readonly listedKey: number
  readonly authorization: number
  /** The least for a token of data; another byte counts as one or four. */
  readonly floorToken: number
  readonly floorZero: 1 | 4
  readonly floorCreation: number
  /** Tokens of the floor that a list has, which are paid beside its entries. */
  readonly floorAddress: number
  readonly floorKey: number
}

/** EIP-2028, 2930, 3860 and 7702; since Prague the floor of EIP-7623. */
const ofPrague: Prices = {
  base: 21_000,
  recipient: 0,
  value: 0,
  creation: 32_000,
  token: 4,
  listedAddress: 2_400,
  listedKey: 1_900,
  authorization: 25_000,
  floorToken: 10,
  floorZero: 1,
  floorCreation: 0,
  floorAddress: 0,
  floorKey: 0,
}

/** EIP-2780, 7976, 7981, 8037 and 8038. */
const ofAmsterdam: Prices = {
  base: 12_000,
  recipient: 3_000,
  value: 6_000,
  creation: 12_000,
  token: 4,
  listedAddress: 2_900,
  listedKey: 2_000,
  authorization: 7_816,
  floorToken: 16,
  floorZero: 4,
  floorCreation: 12_000,
  floorAddress: 80,
  floorKey: 128,
}

const initcodeWord = 2
/** The digit, as `charCodeAt` has it. */
const zero = 48

function pricesOf({ hardfork }: Rules): Prices {
  return hardfork === 'amsterdam' ? ofAmsterdam : ofPrague
}

/** The price of a transaction before it runs, which no state changes. */
export function intrinsicGas(message: Charged, rules: Rules): bigint {
  const { to, data, accessList, authorizationList } = message
  const prices = pricesOf(rules)
  const words = Math.ceil((data.length - 2) / 2 / 32)
  let gas = baseOf(message, prices, prices.creation)
  gas += prices.token * tokensOf(data, 1)
  if (to === null) gas += initcodeWord * words
  for (const { storageKeys } of accessList)
    gas += prices.listedAddress + prices.listedKey * storageKeys.length
  gas += prices.floorToken * listTokens(accessList, prices)
  return BigInt(gas + prices.authorization * authorizationList.length)
}

/** The least that a transaction costs: since Prague by its data. */
export function floorGas(message: Charged, rules: Rules): bigint {
  if (rules.hardfork === 'cancun') return 0n
  const prices = pricesOf(rules)
  const { data, accessList } = message
  const base = baseOf(message, prices, prices.floorCreation)
  const tokens =
    tokensOf(data, prices.floorZero) + listTokens(accessList, prices)
  return BigInt(base + prices.floorToken * tokens)
}

function baseOf(
  { from, to, value }: Charged,
  prices: Prices,
  creation: number,
): number {
  if (to === null) return prices.base + creation
  if (to === from) return prices.base
  return prices.base + prices.recipient + (value === 0n ? 0 : prices.value)
}

function listTokens(list: Charged['accessList'], prices: Prices): number {
  let tokens = 0
  for (const { storageKeys } of list)
    tokens += prices.floorAddress + prices.floorKey * storageKeys.length
  return tokens
}

/** A transaction's data is counted several times in a row. */
let counted: Hex = '0x'
let zeros = 0

function tokensOf(data: Hex, ofZero: 1 | 4): number {
  if (data !== counted) {
    zeros = 0
    for (let at = 2; at < data.length; at += 2)
      if (data.charCodeAt(at) === zero && data.charCodeAt(at + 1) === zero)
        zeros++
    counted = data
  }
  return 4 * ((data.length - 2) / 2 - zeros) + ofZero * zeros
}

/** The gas that a transaction can spend on execution (EIP-7825). */
export const mostExecutionGas = 16_777_216n

/**
 * The highest gas limit of a transaction, if not only its block limits it:
 * since Amsterdam, what is beyond the above pays for state (EIP-8037).
 */
export function gasCapOf({ hardfork }: Rules): bigint | undefined {
  return hardfork === 'osaka' ? mostExecutionGas : undefined
}

/** The part of a transaction's gas that is limited to the above. */
export function cappedGas(
  message: Charged & Pick<Message, 'gas'>,
  rules: Rules,
): bigint {
  if (rules.hardfork === 'osaka') return message.gas
  return rules.hardfork === 'amsterdam' ? leastGasOf(message, rules) : 0n
}

/** What a transaction has to have before it runs. */
export function leastGasOf(message: Charged, rules: Rules): bigint {
  const intrinsic = intrinsicGas(message, rules)
  const floor = floorGas(message, rules)
  return intrinsic > floor ? intrinsic : floor
}

type SizeRules = Pick<Environment, 'hardfork' | 'codeSizeLimit'>

/** The most bytes of a contract (EIP-170, 7954). */
export function mostCode({ hardfork, codeSizeLimit }: SizeRules): number {
  return codeSizeLimit ?? (hardfork === 'amsterdam' ? 65_536 : 24_576)
}

/** The most bytes of code that creates one (EIP-3860). */
export function mostInitcode(rules: SizeRules): number {
  return 2 * mostCode(rules)
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

export function lower(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
