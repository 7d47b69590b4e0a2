import type { Precompile } from '../machine/frame.js'
import { numberToBytes, toNumber, wideAt } from '../machine/words.js'

type Pricing = {
  readonly least: number
  readonly divisor: number
  /** For each byte of the exponent past the first 32. */
  readonly perByte: number
  readonly complexity: (longest: number) => number
  /** In bytes, of each of the three numbers. */
  readonly maxLength: number
}

const square = (words: number) => words * words
const wordsOf = (length: number) => Math.ceil(length / 8)

/** EIP-2565. */
const berlin: Pricing = {
  least: 200,
  divisor: 3,
  perByte: 8,
  complexity: (longest) => square(wordsOf(longest)),
  maxLength: Infinity,
}

/** EIP-7823 and EIP-7883. */
const osaka: Pricing = {
  least: 500,
  divisor: 1,
  perByte: 16,
  complexity: (longest) => (longest <= 32 ? 16 : 2 * square(wordsOf(longest))),
  maxLength: 1_024,
}

export const modexp = createModexp(berlin)
export const osakaModexp = createModexp(osaka)

function createModexp(pricing: Pricing): Precompile {
  return {
    gas: (input) => gasFor(pricing, input),
    units: (input) => {
      const [, ofExponent, ofModulus] = lengthsOf(input)
      if (ofModulus === 0) return 0
      const words = ofModulus / 8
      return 8 * ofExponent * (0.05 + 0.03 * words + 0.0022 * words * words)
    },
    run: (input) => {
      const lengths = lengthsOf(input)
      if (lengths.some((length) => length > pricing.maxLength)) return undefined
      const [ofBase, ofExponent, ofModulus] = lengths
      if (ofModulus === 0) return new Uint8Array(0)
      const base = numberAt(input, 96, ofBase)
      const exponent = numberAt(input, 96 + ofBase, ofExponent)
      const modulus = numberAt(input, 96 + ofBase + ofExponent, ofModulus)
      return numberToBytes(power(base, exponent, modulus), ofModulus)
    },
  }
}

/** The gas paid bounds them, except if nothing is computed. */
function lengthsOf(
  input: Uint8Array,
): [base: number, exponent: number, modulus: number] {
  const lengthAt = (at: number) => Number(wideAt(input, at))
  return [lengthAt(0), lengthAt(32), lengthAt(64)]
}

function gasFor(pricing: Pricing, input: Uint8Array): number {
  const { least, divisor, perByte, complexity } = pricing
  const [ofBase, ofExponent, ofModulus] = lengthsOf(input)
  const head = numberAt(input, 96 + ofBase, Math.min(ofExponent, 32))
  const bits = head.toString(2).length - 1
  const steps = bits + perByte * Math.max(ofExponent - 32, 0)
  const longest = Math.max(ofBase, ofModulus)
  const gas = Math.floor((complexity(longest) * Math.max(steps, 1)) / divisor)
  return Math.max(gas, least)
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
