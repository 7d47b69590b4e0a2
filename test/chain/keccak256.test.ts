import { keccak_256 } from '@noble/hashes/sha3.js'
import { id } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../src/chain/keccak256.js'
import { toHex } from '../../src/hex/hex.js'

const text = (message: string) => new TextEncoder().encode(message)

describe('keccak256', () => {
  test('default', () => {
    expect(toHex(keccak256(new Uint8Array(0)))).toBe(
      '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    )
    expect(toHex(keccak256(text('abc')))).toBe(
      '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    )
    expect(toHex(keccak256(text('Transfer(address,address,uint256)')))).toBe(
      id('Transfer(address,address,uint256)'),
    )
  })

  // 136 bytes are absorbed at once, by words of 4; padding takes one byte more.
  test('behavior: every length of up to five blocks', () => {
    for (let length = 0; length <= 5 * 136; length++) {
      const message = Uint8Array.from({ length }, (_, at) => at * 31 + length)
      expect(keccak256(message)).toEqual(keccak_256(message))
    }
  })

  test('behavior: the hash that noble finds', () => {
    const message = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      fc.uint8Array({ maxLength: 5_000, size: 'max' }),
    )
    fc.assert(
      fc.property(message, (message) => {
        expect(keccak256(message)).toEqual(keccak_256(message))
      }),
      { numRuns: 3_000 },
    )
  })

  test('behavior: of a part of a buffer, which stays as it is', () => {
    const buffer = Uint8Array.from({ length: 400 }, (_, at) => at)
    const part = buffer.subarray(3, 303)
    expect(keccak256(part)).toEqual(keccak_256(part.slice()))
    expect(buffer).toEqual(Uint8Array.from({ length: 400 }, (_, at) => at))
  })

  test('behavior: a hash outlives the next one', () => {
    const first = keccak256(text('abc'))
    const before = toHex(first)
    keccak256(text('def'))
    expect(toHex(first)).toBe(before)
  })
})
