import { encodeRlp as encodeByEthers, hexlify } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeRlp,
  encodeRlp,
  lengthWithPrefix,
  type RlpInput,
  type RlpItem,
  viewEnclosed,
  viewRlp,
} from '../../../src/base/codec/rlp.js'
import { toHex, toScalar } from '../../../src/base/hex/hex.js'
import { share } from '../../runs.js'

const text = (message: string) => new TextEncoder().encode(message)

type Nested = string | Nested[]

function toNested(item: RlpItem): Nested {
  return item instanceof Uint8Array ? hexlify(item) : item.map(toNested)
}

function expectAsEthers(item: RlpItem) {
  expect(toHex(encodeRlp(item))).toBe(encodeByEthers(toNested(item)))
}

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    fc.uint8Array({ maxLength: 2 }),
    fc.uint8Array({ maxLength: 70 }),
    fc.array(tie('item'), { maxLength: 6 }),
    fc.array(tie('item'), { maxLength: 20 }),
  ),
}))

/** An item of every form, and the bytes and lists that it stands for. */
const { both } = fc.letrec<{ both: [RlpInput, RlpItem] }>((tie) => ({
  both: fc.oneof(
    { maxDepth: 4 },
    fc
      .uint8Array({ maxLength: 70 })
      .map((bytes): [RlpInput, RlpItem] => [toHex(bytes), bytes]),
    fc
      .oneof(fc.maxSafeNat(), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
      .map((number): [RlpInput, RlpItem] => [number, toScalar(number)]),
    fc
      .array(tie('both'), { maxLength: 6 })
      .map((items): [RlpInput, RlpItem] => [
        items.map(([input]) => input),
        items.map(([, item]) => item),
      ]),
    fc
      .tuple(tie('both'), fc.option(fc.nat(0x7f), { nil: undefined }))
      .map(([[input, item], type]): [RlpInput, RlpItem] => {
        const head = type === undefined ? [] : [type]
        const enclosed = type === undefined ? {} : { type }
        return [
          { item: input, ...enclosed },
          Uint8Array.from([...head, ...encodeRlp(item)]),
        ]
      }),
  ),
}))

describe('encodeRlp', () => {
  test('behavior: digits, numbers and encodings are the bytes they stand for', () => {
    fc.assert(
      fc.property(both, ([input, item]) => {
        expect(toHex(encodeRlp(input))).toBe(encodeByEthers(toNested(item)))
      }),
      { numRuns: share(2_000) },
    )
  })

  test('behavior: more than was ever written before, at any place', () => {
    const long = (length: number) => new Uint8Array(length).fill(7)
    for (const items of [
      [long(9_000), text('dog'), 5],
      [5, text('dog'), long(30_000)],
      Array.from({ length: 9_000 }, (_, index) => [index]),
    ])
      expect(toHex(viewRlp(items))).toBe(
        encodeByEthers(
          toNested(
            items.map(function plain(item): RlpItem {
              if (Array.isArray(item)) return item.map(plain)
              return typeof item === 'number'
                ? toScalar(item)
                : (item as Uint8Array)
            }),
          ),
        ),
      )
    const envelope = viewEnclosed({ item: [long(200_000)], type: 2 })
    expect([envelope[0], envelope.length]).toEqual([2, 200_009])
  })

  test('default', () => {
    const empty = new Uint8Array(0)
    const dog = text('dog')
    expect(
      [
        empty,
        new Uint8Array(1),
        new Uint8Array([0x7f]),
        new Uint8Array([0x80]),
        dog,
        [],
        [text('cat'), dog],
        [[], [[]], [[], [[]]]],
        text('Lorem ipsum dolor sit amet, consectetur adipisicing elit'),
      ].map((item) => toHex(encodeRlp(item)).slice(0, 22)),
    ).toEqual([
      '0x80',
      '0x00',
      '0x7f',
      '0x8180',
      '0x83646f67',
      '0xc0',
      '0xc88363617483646f67',
      '0xc7c0c1c0c3c0c1c0',
      '0xb8384c6f72656d206970',
    ])
  })

  test('behavior: the bytes that ethers makes', () => {
    fc.assert(fc.property(item, expectAsEthers), { numRuns: share(3_000) })
  })

  test('behavior: payloads whose length takes up to three bytes', () => {
    for (const length of [55, 56, 255, 256, 65_535, 65_536]) {
      const bytes = new Uint8Array(length).fill(length % 251)
      for (const item of [bytes, [bytes], [[bytes], bytes]])
        expectAsEthers(item)
    }
  })
})

describe('lengthWithPrefix', () => {
  test('default', () => {
    for (const length of [0, 2, 55, 56, 255, 256, 65_535, 65_536]) {
      const { length: whole } = encodeRlp(new Uint8Array(length))
      expect(lengthWithPrefix(length)).toBe(whole)
    }
  })
})

describe('decodeRlp', () => {
  test('default: what was encoded', () => {
    fc.assert(
      fc.property(item, (item) => {
        const decoded = decodeRlp(encodeRlp(item))
        expect(toNested(decoded)).toEqual(toNested(item))
      }),
    )
  })

  test('behavior: no other bytes are read as an item', () => {
    fc.assert(
      fc.property(
        item,
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 }),
        fc.uint8Array({ maxLength: 2 }),
        (item, changes, behind) => {
          const bytes = new Uint8Array([...encodeRlp(item), ...behind])
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          let decoded: RlpItem
          try {
            decoded = decodeRlp(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
            return
          }
          expect(toHex(encodeRlp(decoded))).toBe(toHex(bytes))
        },
      ),
      { numRuns: share(1_000) },
    )
  })

  test('error: each form but the shortest', () => {
    const messages = [
      '',
      '8100',
      '83646f',
      'b80164',
      'b900386400',
      'f801c0',
      'c0c0',
      'ffffffffffffffffff',
    ].map((digits) => {
      try {
        return toNested(decodeRlp(Buffer.from(digits, 'hex')))
      } catch (error) {
        return `${digits}: ${(error as Error).message}`
      }
    })
    expect(messages).toMatchInlineSnapshot(`
      [
        ": There is no value.",
        "8100: Non-canonical size information.",
        "83646f: The value size exceeds available input length.",
        "b80164: Non-canonical size information.",
        "b900386400: Non-canonical integer (leading zero bytes).",
        "f801c0: Non-canonical size information.",
        "c0c0: The input contains more than one value.",
        "ffffffffffffffffff: The value size exceeds available input length.",
      ]
    `)
  })
})
