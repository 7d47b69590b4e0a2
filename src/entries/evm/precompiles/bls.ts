import { bls12_381 } from '@noble/curves/bls12-381.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Precompile } from '../machine/frame.js'
import { numberToBytes, toNumber } from '../machine/words.js'
import { unlessInvalid } from './curves.js'

/**
 * How much less a sum of products costs than its products do, in parts of a
 * thousand by their number (EIP-2537); the last one holds from there on.
 */
const discountG1 = createDiscount([
  1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682,
  677, 673, 669, 665, 661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632,
  630, 627, 625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603,
  601, 599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581,
  580, 579, 577, 576, 575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564,
  563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 551, 550, 549,
  548, 547, 547, 546, 545, 544, 543, 542, 541, 540, 540, 539, 538, 537, 536,
  536, 535, 534, 533, 532, 532, 531, 530, 529, 528, 528, 527, 526, 525, 525,
  524, 523, 522, 522, 521, 520, 520, 519,
])

const discountG2 = createDiscount([
  1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724,
  717, 711, 704, 699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652,
  649, 646, 643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613,
  611, 609, 607, 606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587,
  586, 584, 583, 582, 580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568,
  567, 566, 565, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552,
  552, 551, 550, 549, 548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540,
  539, 538, 537, 537, 536, 535, 535, 534, 533, 532, 532, 531, 530, 530, 529,
  528, 528, 527, 526, 526, 525, 524, 524,
])

function createDiscount(parts: number[]): (count: number) => number {
  return (count) => parts[Math.min(count, parts.length) - 1] ?? 0
}

type G1 = typeof bls12_381.G1.Point.BASE
type G2 = typeof bls12_381.G2.Point.BASE
type AffinePoint<field> = { readonly x: field; readonly y: field }
type Fp2 = typeof bls12_381.fields.Fp2.ONE

const fieldLength = 64
const g1Length = 2 * fieldLength
const g2Length = 4 * fieldLength

const { fields, G1, G2 } = bls12_381
const { Fp, Fp2 } = fields

/** 64 bytes, of which 16 are zero (EIP-2537). */
function readFp(input: Uint8Array, at: number): bigint {
  const value = toNumber(input.subarray(at, at + fieldLength))
  if (value >= Fp.ORDER) throw new RangeError('Not an element of the field.')
  return value
}

function readFp2(input: Uint8Array, at: number): Fp2 {
  const [c0, c1] = [readFp(input, at), readFp(input, at + fieldLength)]
  return Fp2.create({ c0, c1 })
}

/** On the curve, and in no certain subgroup. */
function readG1(input: Uint8Array, at: number): G1 {
  const [x, y] = [readFp(input, at), readFp(input, at + fieldLength)]
  const point = G1.Point.fromAffine({ x, y })
  const { b } = G1.Point.CURVE()
  const cube = Fp.mul(Fp.sqr(x), x)
  if (!point.is0() && !Fp.eql(Fp.sqr(y), Fp.add(cube, b))) throw offCurve()
  return point
}

function readG2(input: Uint8Array, at: number): G2 {
  const [x, y] = [readFp2(input, at), readFp2(input, at + 2 * fieldLength)]
  const point = G2.Point.fromAffine({ x, y })
  const { b } = G2.Point.CURVE()
  const cube = Fp2.mul(Fp2.sqr(x), x)
  if (!point.is0() && !Fp2.eql(Fp2.sqr(y), Fp2.add(cube, b))) throw offCurve()
  return point
}

/** In the subgroup, as all but the additions ask for. */
function inSubgroup<point extends G1 | G2>(point: point): point {
  if (!point.is0()) point.assertValidity()
  return point
}

function offCurve(): RangeError {
  return new RangeError('Not a point of the curve.')
}

/** Infinity has zeros for coordinates. */
function encodeG1({ x, y }: AffinePoint<bigint>): Uint8Array {
  return encodeFields(x, y)
}

function encodeG2({ x, y }: AffinePoint<Fp2>): Uint8Array {
  return encodeFields(x.c0, x.c1, y.c0, y.c1)
}

function encodeFields(...values: bigint[]): Uint8Array {
  return concatBytes(
    ...values.map((value) => numberToBytes(value, fieldLength)),
  )
}

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
    return encodeG2(G2.mapToCurve([c0, c1]))
  }),
]

/** Its type says that it takes a list; it takes the one number (2.4.0). */
const mapToG1 = G1.mapToCurve as unknown as (
  element: bigint,
) => ReturnType<typeof G1.mapToCurve>

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
  let sum: G1 = G1.Point.ZERO
  for (let at = 0; at < input.length; at += g1Length + scalarLength) {
    const scalar = scalarAt(input, at + g1Length)
    sum = sum.add(inSubgroup(readG1(input, at)).multiplyUnsafe(scalar))
  }
  return encodeG1(sum)
}

function sumG2(input: Uint8Array): Uint8Array {
  let sum: G2 = G2.Point.ZERO
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
