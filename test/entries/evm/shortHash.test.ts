import { expect, test } from 'vitest'
import { keccak256 } from '../../../src/base/hash/keccak256.js'
import { hashAt } from '../../../src/entries/evm/machine/shortHash.js'
import { viewOf, wordAt } from '../../../src/entries/evm/machine/words.js'
import { createRandom } from './random.js'

function memoryOf(bytes: Uint8Array) {
  return { bytes, view: viewOf(bytes), size: bytes.length }
}

test('a hash was that of other bytes of the same row', () => {
  const random = createRandom(7)
  // Rows are a thousand: most inputs meet what another one has left there.
  for (let turn = 0; turn < 6_000; turn++) {
    const [at, length] = [random.below(40), random.below(100)]
    const bytes = new Uint8Array(160)
    for (let index = 0; index < 4; index++)
      bytes[random.below(160)] = random.below(256)
    const right = wordAt(keccak256(bytes.subarray(at, at + length)), 0)
    expect(hashAt(memoryOf(bytes), at, length)).toBe(right)
    expect(hashAt(memoryOf(bytes), at, length)).toBe(right)
  }
})

test('a hash looked beyond the end of memory', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7)
  const right = wordAt(keccak256(bytes.subarray(2)), 0)
  expect(hashAt(memoryOf(bytes), 2, 5)).toBe(right)
})

test('nothing had no hash where there is no memory', () => {
  const right = wordAt(keccak256(new Uint8Array(0)), 0)
  expect(hashAt(memoryOf(new Uint8Array(0)), 2 ** 32, 0)).toBe(right)
})
