import fc from 'fast-check'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  address,
  arrayOf,
  bool,
  bytes,
  bytes32,
  string,
  tuple,
  uint256,
} from '../../src/base/abi/abi.js'

const hexOf = (bytes: Uint8Array): Hex =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const words = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf)

/** Types of ours, of viem's, and values of both. */
const cases = [
  [uint256, 'uint256', fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })],
  [bool, 'bool', fc.boolean()],
  [bytes32, 'bytes32', words],
  [bytes, 'bytes', fc.uint8Array({ maxLength: 70 }).map(hexOf)],
  [string, 'string', fc.string({ maxLength: 40 })],
] as const

describe('a tuple', () => {
  test('behavior: encodes and decodes as viem does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...cases), { maxLength: 4 }),
        fc.constantFrom(undefined, 0, 1, 3),
        fc.gen(),
        (picked, fixed, value) => {
          const ours = picked.map(([type]) =>
            arrayOf<never>(type as never, fixed),
          )
          const theirs = picked.map(([, type]) => ({
            type: `${type}[${fixed ?? ''}]`,
          }))
          const values = picked.map(([, , one]) =>
            value(fc.array, one as fc.Arbitrary<unknown>, {
              minLength: fixed ?? 0,
              maxLength: fixed ?? 3,
            }),
          )
          const encoded = encodeAbiParameters(theirs, values as never)
          const list = tuple(...ours)
          expect(`0x${list.encode(values as never)}`).toBe(encoded)
          expect(list.decode(encoded.slice(2), 0)).toEqual(values)
        },
      ),
    )
  })

  test('behavior: nests as viem does', () => {
    const type = arrayOf(tuple(address, arrayOf(tuple(uint256, string), 2)))
    const values = [
      [
        `0x${'a1'.repeat(20)}`,
        [
          [1n, 'a'],
          [2n, 'b'.repeat(40)],
        ],
      ],
    ] as const
    const digits = tuple(type).encode([values as never])
    const [decoded] = decodeAbiParameters(
      [
        {
          type: 'tuple[]',
          components: [
            { type: 'address' },
            {
              type: 'tuple[2]',
              components: [{ type: 'uint256' }, { type: 'string' }],
            },
          ],
        },
      ],
      `0x${digits}`,
    )
    expect(decoded).toEqual([[getAddress(values[0][0]), values[0][1]]])
    expect(tuple(type).decode(digits, 0)).toEqual([values])
  })

  test('error: any digits are values or a RangeError, soon', () => {
    const type = tuple(arrayOf(tuple()), arrayOf(tuple(address, bool, bytes)))
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(words, fc.constantFrom(0, 32, 64, 1, 2, 2 ** 53 - 1)),
          { maxLength: 8 },
        ),
        (given) => {
          const digits = given
            .map((one) =>
              typeof one === 'string'
                ? one.slice(2)
                : one.toString(16).padStart(64, '0'),
            )
            .join('')
          try {
            type.decode(digits, 0)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
          }
        },
      ),
    )
  })
})
