import { keccak256 } from '../../hash/keccak256.js'
import { type Address, toBytes, toHex, toWord } from '../../hex/hex.js'

/** secp256k1 (SEC 2, 2.4.1): y² = x³ + 7 over `p`, with a base of order `n`. */
const p = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** x is X/Z² and y is Y/Z³; the point at infinity has Z = 0. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint]

const infinity: Point = [0n, 1n, 0n]
const base: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]

/**
 * Whose key signed a hash: the end of the hash of the public key (SEC 1,
 * 4.1.6). Undefined where no key can have.
 */
export function recoverAddress(
  hash: Uint8Array,
  r: bigint,
  s: bigint,
  parity: number,
): Address | undefined {
  if (!isScalar(r) || !isScalar(s)) return undefined
  const point = pointAt(r, parity)
  if (point === undefined) return undefined
  const inverse = power(r, n - 2n, n)
  const ofBase = modulo(-BigInt(toHex(hash)) * inverse, n)
  const [X, Y, Z] = sumOfProducts(ofBase, base, (s * inverse) % n, point)
  if (Z === 0n) return undefined
  const z = power(Z, p - 2n, p)
  const [x, y] = [(X * z * z) % p, (((Y * z * z) % p) * z) % p]
  const key = toBytes(`${toWord(x)}${toWord(y).slice(2)}` as Address)
  return toHex(keccak256(key).subarray(12))
}

/** Half of the order of the curve: a higher s is not canonical (EIP-2). */
export function isHighS(s: bigint): boolean {
  return s > n / 2n
}

/** Whether it may be r or s of a signature at all. */
export function isScalar(value: bigint): boolean {
  return value > 0n && value < n
}

/** A point with that x: a root is a power, as p is 3 modulo 4. */
function pointAt(x: bigint, parity: number): Point | undefined {
  const square = (x ** 3n + 7n) % p
  const root = power(square, (p + 1n) / 4n, p)
  if ((root * root) % p !== square) return undefined
  return [x, Number(root & 1n) === parity % 2 ? root : p - root, 1n]
}

/** k·P + l·Q: one run of doublings adds two bits of both scalars (Straus). */
function sumOfProducts(k: bigint, P: Point, l: bigint, Q: Point): Point {
  const sums: Point[] = [infinity]
  for (let at = 1; at < 16; at++)
    sums.push(
      at < 4 ? add(sums[at - 1] as Point, P) : add(sums[at - 4] as Point, Q),
    )
  let sum = infinity
  for (let bit = 254n; bit >= 0n; bit -= 2n) {
    sum = double(double(sum))
    const at = ((k >> bit) & 3n) + 4n * ((l >> bit) & 3n)
    if (at !== 0n) sum = add(sum, sums[Number(at)] as Point)
  }
  return sum
}

/** https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html#doubling-dbl-2009-l */
function double([X, Y, Z]: Point): Point {
  const A = (X * X) % p
  const B = (Y * Y) % p
  const D = (4n * X * B) % p
  const E = 3n * A
  const X3 = modulo(E * E - 2n * D, p)
  return [X3, modulo(E * (D - X3) - 8n * B * B, p), (2n * Y * Z) % p]
}

/** https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html#addition-add-1998-cmo-2 */
function add(one: Point, other: Point): Point {
  const [X1, Y1, Z1] = one
  const [X2, Y2, Z2] = other
  if (Z1 === 0n) return other
  if (Z2 === 0n) return one
  const [ZZ1, ZZ2] = [(Z1 * Z1) % p, (Z2 * Z2) % p]
  const U1 = (X1 * ZZ2) % p
  const S1 = (((Y1 * Z2) % p) * ZZ2) % p
  const H = modulo(X2 * ZZ1 - U1, p)
  const R = modulo(((Y2 * Z1) % p) * ZZ1 - S1, p)
  if (H === 0n) return R === 0n ? double(one) : infinity
  const HH = (H * H) % p
  const HHH = (H * HH) % p
  const V = (U1 * HH) % p
  const X3 = modulo(R * R - HHH - 2n * V, p)
  return [X3, modulo(R * (V - X3) - S1 * HHH, p), (((Z1 * Z2) % p) * H) % p]
}

function power(value: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = value % modulus
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** The rest from 0 on: that of `%` has the sign of `value`. */
function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}
