import { bn254 } from '@noble/curves/bn254.js'
import { p256 } from '@noble/curves/nist.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Precompile } from '../machine/frame.js'
import { numberToBytes, wideAt } from '../machine/words.js'

type G1 = typeof bn254.G1.Point.BASE
type G2 = typeof bn254.G2.Point.BASE

/** EIP-196, with the prices of EIP-1108. */
export const bn254Add: Precompile = {
  gas: () => 150,
  units: () => 20,
  run: (input) =>
    unlessInvalid(() => encode(readG1(input, 0).add(readG1(input, 64)))),
}

export const bn254Multiply: Precompile = {
  gas: () => 6_000,
  units: () => 1_000,
  run: (input) =>
    unlessInvalid(() => {
      const scalar = wideAt(input, 64) % bn254.fields.Fr.ORDER
      return encode(readG1(input, 0).multiplyUnsafe(scalar))
    }),
}

const pairLength = 192

/** EIP-197: whether the product of the pairings is one. */
export const bn254Pairing: Precompile = {
  gas: ({ length }) => 45_000 + 34_000 * Math.floor(length / pairLength),
  units: ({ length }) => 6_000 + (5_000 * length) / pairLength,
  run: (input) =>
    input.length % pairLength === 0
      ? unlessInvalid(() => numberToBytes(isProductOne(input) ? 1n : 0n, 32))
      : undefined,
}

function isProductOne(input: Uint8Array): boolean {
  const pairs: { g1: G1; g2: G2 }[] = []
  for (let at = 0; at < input.length; at += pairLength) {
    const g1 = readG1(input, at)
    const g2 = readG2(input, at + 64)
    if (!g1.is0() && !g2.is0()) pairs.push({ g1, g2 })
  }
  const { Fp12 } = bn254.fields
  return Fp12.eql(bn254.pairingBatch(pairs), Fp12.ONE)
}

function readG1(input: Uint8Array, at: number): G1 {
  const [x, y] = [wideAt(input, at), wideAt(input, at + 32)]
  const point = bn254.G1.Point.fromAffine({ x, y })
  point.assertValidity()
  return point
}

/** The imaginary parts come first. */
function readG2(input: Uint8Array, at: number): G2 {
  const [x1, x0] = [wideAt(input, at), wideAt(input, at + 32)]
  const [y1, y0] = [wideAt(input, at + 64), wideAt(input, at + 96)]
  const point = bn254.G2.Point.fromAffine({
    x: { c0: x0, c1: x1 },
    y: { c0: y0, c1: y1 },
  })
  point.assertValidity()
  return point
}

function encode(point: G1): Uint8Array {
  const { x, y } = point.is0() ? { x: 0n, y: 0n } : point.toAffine()
  return concatBytes(numberToBytes(x, 32), numberToBytes(y, 32))
}

/** EIP-7951: one if the signature is right, else nothing. */
export function createP256Verify(gas: number): Precompile {
  return {
    gas: () => gas,
    units: () => 1_700,
    run: (input) =>
      unlessInvalid(() => isSigned(input)) === true
        ? numberToBytes(1n, 32)
        : new Uint8Array(0),
  }
}

const uncompressed = Uint8Array.of(0x04)

function isSigned(input: Uint8Array): boolean {
  if (input.length !== 160) return false
  const publicKey = concatBytes(uncompressed, input.subarray(96))
  const signature = input.subarray(32, 96)
  return p256.verify(signature, input.subarray(0, 32), publicKey, {
    prehash: false,
    lowS: false,
  })
}

/** Undefined if the curves refuse a number or a point, by throwing. */
export function unlessInvalid<value>(compute: () => value): value | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
