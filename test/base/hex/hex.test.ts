import { expect, test } from 'vitest'
import { toBytes, toHex } from '../../../src/base/hex/hex.js'

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
