import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { Precompile } from '../machine/precompile.js'
import { numberToBytes, toNumber } from '../machine/words.js'
import { discountG1, discountG2 } from './blsDiscounts.js'
import {
  encodeG1,
  encodeG2,
  type G1,
  type G2,
  g1Length,
  g2Length,
  inSubgroup,
  readFp,
  readFp2,
  readG1,
  readG2,
} from './blsPoints.js'
import { unlessInvalid } from './unlessInvalid.js'

const { G1: curve1, G2: curve2, fields } = bls12_381

const scalarLength = 32
const pairLength = g1Length + g2Length

/** EIP-2537, in the order of their addresses. */
export const bls: Precompile[] = [
  ofLength(2 * g1Length, 375, 70, (input) =>
    encodeG1(readG1(input, 0).add(readG1(input, g1Length))),
  ),
  sumOfProducts(g1Length, 12_000, 2_200, discountG1, sumG1),
  ofLength(2 * g2Length, 600, 150, (input) =>
    encodeG2(readG2(input, 0).add(readG2(input, g2Length))),
  ),
  sumOfProducts(g2Length, 22_500, 7_000, discountG2, sumG2),
  {
    gas: ({ length }) => 37_700 + 32_600 * Math.floor(length / pairLength),
    units: ({ length }) => 6_000 + (6_000 * length) / pairLength,
    run: (input) =>
      isListOf(pairLength, input)
        ? unlessInvalid(() => numberToBytes(isProductOne(input) ? 1n : 0n, 32))
        : undefined,
  },
  ofLength(64, 5_500, 1_300, (input) => encodeG1(mapToG1(readFp(input, 0)))),
  ofLength(128, 23_800, 4_700, (input) => {
    const { c0, c1 } = readFp2(input, 0)
    return encodeG2(curve2.mapToCurve([c0, c1]))
  }),
]

/** Its type says that it takes a list; it takes the one number (2.4.0). */
const mapToG1 = curve1.mapToCurve as unknown as (
  element: bigint,
) => ReturnType<typeof curve1.mapToCurve>

function ofLength(
  length: number,
  gas: number,
  units: number,
  compute: (input: Uint8Array) => Uint8Array,
): Precompile {
  return {
    gas: () => gas,
    units: () => units,
    run: (input) =>
      input.length === length ? unlessInvalid(() => compute(input)) : undefined,
  }
}

function sumOfProducts(
  pointLength: number,
  gasOfOne: number,
  unitsOfOne: number,
  discount: (count: number) => number,
  sum: (input: Uint8Array) => Uint8Array,
): Precompile {
  const itemLength = pointLength + scalarLength
  return {
    gas: ({ length }) => {
      const count = Math.floor(length / itemLength)
      return Math.floor((count * gasOfOne * discount(count)) / 1_000)
    },
    units: ({ length }) => (unitsOfOne * length) / itemLength,
    run: (input) =>
      isListOf(itemLength, input) ? unlessInvalid(() => sum(input)) : undefined,
  }
}

/** An empty list is none. */
function isListOf(itemLength: number, { length }: Uint8Array): boolean {
  return length > 0 && length % itemLength === 0
}

function scalarAt(input: Uint8Array, at: number): bigint {
  return toNumber(input.subarray(at, at + scalarLength)) % fields.Fr.ORDER
}

function sumG1(input: Uint8Array): Uint8Array {
  let sum: G1 = curve1.Point.ZERO
  for (let at = 0; at < input.length; at += g1Length + scalarLength) {
    const scalar = scalarAt(input, at + g1Length)
    sum = sum.add(inSubgroup(readG1(input, at)).multiplyUnsafe(scalar))
  }
  return encodeG1(sum)
}

function sumG2(input: Uint8Array): Uint8Array {
  let sum: G2 = curve2.Point.ZERO
  for (let at = 0; at < input.length; at += g2Length + scalarLength) {
    const scalar = scalarAt(input, at + g2Length)
    sum = sum.add(inSubgroup(readG2(input, at)).multiplyUnsafe(scalar))
  }
  return encodeG2(sum)
}

function isProductOne(input: Uint8Array): boolean {
  const pairs: { g1: G1; g2: G2 }[] = []
  for (let at = 0; at < input.length; at += pairLength) {
    const g1 = inSubgroup(readG1(input, at))
    const g2 = inSubgroup(readG2(input, at + g1Length))
    if (!g1.is0() && !g2.is0()) pairs.push({ g1, g2 })
  }
  return fields.Fp12.eql(bls12_381.pairingBatch(pairs), fields.Fp12.ONE)
}
