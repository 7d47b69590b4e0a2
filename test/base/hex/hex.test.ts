import fc from 'fast-check'
import { type Hex, toHex as viemToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  toBytes,
  toHex,
  toScalar,
  toWord,
  wordToScalar,
} from '../../../src/base/hex/hex.js'
import { share } from '../../runs.js'

const lengths = [0, 1, 32, 4_095, 4_096, 4_097, 8_192, 8_193, 100_000]

test.each(lengths)('%s bytes as digits, and back', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (7 * index) % 256)
  const hex = toHex(bytes)
  expect(hex).toBe(`0x${Buffer.from(bytes).toString('hex')}`)
  const back = toBytes(hex)
  expect(back).toBeInstanceOf(Uint8Array)
  // In one comparison: `toEqual` makes one for each byte.
  expect(Buffer.compare(back, bytes)).toBe(0)
})

test('digits of either case', () => {
  expect([...toBytes('0x09afAF')]).toEqual([0x09, 0xaf, 0xaf])
})

const limits = [0n, 1n, 255n, 256n, 2n ** 32n, 2n ** 53n, 2n ** 64n, 2n ** 256n]
const near = limits.flatMap((limit) => [limit - 1n, limit, limit + 1n])
const number = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 56n }),
  fc.constantFrom(...near.filter((value) => value >= 0n && value < 2n ** 256n)),
)

test('a number is as many bytes as it needs, from each of its forms', () => {
  fc.assert(
    fc.property(number, (value) => {
      const digits = value.toString(16)
      const even = digits.length % 2 === 0 ? digits : `0${digits}`
      const scalar = value === 0n ? '' : even
      const expected = `0x${scalar}`
      expect(viemToHex(toScalar(value))).toBe(expected)
      expect(viemToHex(wordToScalar(toWord(value)))).toBe(expected)
      expect(viemToHex(wordToScalar(`0x${digits}` as Hex))).toBe(expected)
      if (value <= BigInt(Number.MAX_SAFE_INTEGER))
        expect(viemToHex(toScalar(Number(value)))).toBe(expected)
    }),
    { numRuns: share(1_000) },
  )
})
