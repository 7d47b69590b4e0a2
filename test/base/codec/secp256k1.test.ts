import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { n, pointOf, sumOf } from '../../../src/base/codec/secp256k1.js'
import { share } from '../../runs.js'

const { p } = secp256k1.Point.CURVE()
const { BASE, ZERO, Fn } = secp256k1.Point

/** A cube root of 1: by it, multiplications are split. */
const lambda =
  0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n

/** Few enough that sums meet: the same point twice, opposite points, none. */
const near = fc
  .tuple(
    fc.constantFrom(0n, 1n, lambda, n - lambda),
    fc.integer({ min: -16, max: 16 }),
  )
  .map(([times, by]) => Fn.create(times + BigInt(by)))
const scalar = fc.oneof(near, fc.bigInt({ min: 0n, max: n - 1n }))

describe('sumOf', () => {
  it('property: it is the point that noble finds, or at infinity for both', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (u, v, secret) => {
        fc.pre(secret !== 0n)
        const { x, y } = BASE.multiplyUnsafe(secret).toAffine()
        const expected = BASE.multiplyUnsafe(Fn.create(u + v * secret))
        expect(sumOf(u, v, [x, y, 1n])).toEqual(
          expected.equals(ZERO)
            ? undefined
            : [expected.toAffine().x, expected.toAffine().y],
        )
      }),
      { numRuns: share(2_000) },
    )
  })
})

describe('pointOf', () => {
  it('property: it is the point that noble reads, or none for both', () => {
    const x = fc.oneof(
      fc.bigInt({ min: 0n, max: p - 1n }),
      fc.bigInt({ min: 0n, max: 20n }),
      fc.bigInt({ min: p - 20n, max: p - 1n }),
    )
    fc.assert(
      fc.property(x, fc.boolean(), (x, isOdd) => {
        const hex = `${isOdd ? '03' : '02'}${x.toString(16).padStart(64, '0')}`
        expect(pointOf(x, isOdd)).toEqual(read(hex))
      }),
      { numRuns: share(2_000) },
    )
  })
})

function read(hex: string) {
  try {
    const { x, y } = secp256k1.Point.fromHex(hex).toAffine()
    return [x, y, 1n]
  } catch {
    return undefined
  }
}
