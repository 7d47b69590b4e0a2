import type { Precompile } from '../machine/precompile.js'
import { numberToBytes, toNumber, wordAt } from '../machine/words.js'

type Pricing = {
  readonly least: bigint
  readonly divisor: bigint
  /** For each byte of the exponent past the first 32. */
  readonly perByte: bigint
  readonly complexity: (longest: bigint) => bigint
  /** In bytes, of each of the three numbers. */
  readonly maxLength: bigint
}

const square = (words: bigint) => words * words
const wordsOf = (length: bigint) => (length + 7n) / 8n

/** EIP-2565. */
const berlin: Pricing = {
  least: 200n,
  divisor: 3n,
  perByte: 8n,
  complexity: (longest) => square(wordsOf(longest)),
  maxLength: 2n ** 256n,
}

/** EIP-7823 and EIP-7883. */
const osaka: Pricing = {
  least: 500n,
  divisor: 1n,
  perByte: 16n,
  complexity: (longest) =>
    longest <= 32n ? 16n : 2n * square(wordsOf(longest)),
  maxLength: 1_024n,
}

export const modexp = createModexp(berlin)
export const osakaModexp = createModexp(osaka)

function createModexp(pricing: Pricing): Precompile {
  return {
    gas: (input) => gasFor(pricing, input),
    units: (input) => {
      if (isTooLong(pricing, input)) return 0
      const [, ofExponent, ofModulus] = numbersOf(input)
      if (ofModulus === 0) return 0
      const words = ofModulus / 8
      return 8 * ofExponent * (0.05 + 0.03 * words + 0.0022 * words * words)
    },
    run: (input) => {
      if (isTooLong(pricing, input)) return undefined
      const [ofBase, ofExponent, ofModulus] = numbersOf(input)
      if (ofModulus === 0) return new Uint8Array(0)
      const base = numberAt(input, 96, ofBase)
      const exponent = numberAt(input, 96 + ofBase, ofExponent)
      const modulus = numberAt(input, 96 + ofBase + ofExponent, ofModulus)
      return numberToBytes(power(base, exponent, modulus), ofModulus)
    },
  }
}

type Lengths<length> = [base: length, exponent: length, modulus: length]

function isTooLong({ maxLength }: Pricing, input: Uint8Array): boolean {
  return lengthsOf(input).some((length) => length > maxLength)
}

/** The gas paid bounds them, except if nothing is computed. */
function numbersOf(input: Uint8Array): Lengths<number> {
  return lengthsOf(input).map(Number) as Lengths<number>
}

function lengthsOf(input: Uint8Array): Lengths<bigint> {
  return [wordAt(input, 0), wordAt(input, 32), wordAt(input, 64)]
}

function gasFor(pricing: Pricing, input: Uint8Array): number {
  // It fails, which costs everything, whatever the price.
  if (isTooLong(pricing, input)) return 0
  const { least, divisor, perByte, complexity } = pricing
  const [ofBase, ofExponent, ofModulus] = lengthsOf(input)
  const isLong = ofExponent > 32n
  const at = 96 + Number(ofBase)
  const head = numberAt(input, at, isLong ? 32 : Number(ofExponent))
  const bits = head === 0n ? 0n : BigInt(head.toString(2).length - 1)
  const steps = bits + (isLong ? perByte * (ofExponent - 32n) : 0n)
  const longest = ofBase > ofModulus ? ofBase : ofModulus
  const gas = (complexity(longest) * (steps > 1n ? steps : 1n)) / divisor
  return Number(gas > least ? gas : least)
}

/** Zeros follow the input. */
function numberAt(input: Uint8Array, at: number, length: number): bigint {
  const given = input.subarray(at, at + length)
  return toNumber(given) << BigInt(8 * (length - given.length))
}

/**
 * Four bits of the exponent at a time: one multiplication for four squares,
 * instead of up to four.
 */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus <= 1n) return 0n
  const first = base % modulus
  const powers = [1n, first]
  let result = 1n
  for (const digit of exponent.toString(16)) {
    const bits = Number.parseInt(digit, 16)
    for (let next = powers.length; next <= bits; next++)
      powers.push(((powers[next - 1] as bigint) * first) % modulus)
    if (result !== 1n)
      for (let count = 0; count < 4; count++)
        result = (result * result) % modulus
    if (bits > 0) result = (result * (powers[bits] as bigint)) % modulus
  }
  return result
}
