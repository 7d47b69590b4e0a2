import { bls12_381 } from '@noble/curves/bls12-381.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { numberToBytes, toNumber } from '../machine/words.js'

export type G1 = typeof bls12_381.G1.Point.BASE
export type G2 = typeof bls12_381.G2.Point.BASE
type AffinePoint<field> = { readonly x: field; readonly y: field }
type Fp2 = typeof bls12_381.fields.Fp2.ONE

const fieldLength = 64
export const g1Length = 2 * fieldLength
export const g2Length = 4 * fieldLength

const { fields, G1, G2 } = bls12_381
const { Fp, Fp2 } = fields

/** 64 bytes, of which 16 are zero (EIP-2537). */
export function readFp(input: Uint8Array, at: number): bigint {
  const value = toNumber(input.subarray(at, at + fieldLength))
  if (value >= Fp.ORDER) throw new RangeError('Not an element of the field.')
  return value
}

export function readFp2(input: Uint8Array, at: number): Fp2 {
  const [c0, c1] = [readFp(input, at), readFp(input, at + fieldLength)]
  return Fp2.create({ c0, c1 })
}

/** On the curve, and in no certain subgroup. */
export function readG1(input: Uint8Array, at: number): G1 {
  const [x, y] = [readFp(input, at), readFp(input, at + fieldLength)]
  const point = G1.Point.fromAffine({ x, y })
  const { b } = G1.Point.CURVE()
  const cube = Fp.mul(Fp.sqr(x), x)
  if (!point.is0() && !Fp.eql(Fp.sqr(y), Fp.add(cube, b))) throw offCurve()
  return point
}

export function readG2(input: Uint8Array, at: number): G2 {
  const [x, y] = [readFp2(input, at), readFp2(input, at + 2 * fieldLength)]
  const point = G2.Point.fromAffine({ x, y })
  const { b } = G2.Point.CURVE()
  const cube = Fp2.mul(Fp2.sqr(x), x)
  if (!point.is0() && !Fp2.eql(Fp2.sqr(y), Fp2.add(cube, b))) throw offCurve()
  return point
}

/** In the subgroup, as all but the additions ask for. */
export function inSubgroup<point extends G1 | G2>(point: point): point {
  if (!point.is0()) point.assertValidity()
  return point
}

function offCurve(): RangeError {
  return new RangeError('Not a point of the curve.')
}

/** Infinity has zeros for coordinates. */
export function encodeG1({ x, y }: AffinePoint<bigint>): Uint8Array {
  return encodeFields(x, y)
}

export function encodeG2({ x, y }: AffinePoint<Fp2>): Uint8Array {
  return encodeFields(x.c0, x.c1, y.c0, y.c1)
}

function encodeFields(...values: bigint[]): Uint8Array {
  return concatBytes(
    ...values.map((value) => numberToBytes(value, fieldLength)),
  )
}
