import { lazy } from '../memo/memo.js'

/** SEC 2, 2.4.1: the curve is y² = x³ + 7 modulo `p`, and `n` is its order. */
const p = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
export const n =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const generator: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]

/**
 * [X, Y, Z] is the point of x = X / Z² and y = Y / Z³; at infinity, Z is 0. Each
 * is any number that is the same modulo `p`, as signs and sums are reduced late:
 * by then, 0 alone is 0.
 */
type Point = readonly [x: bigint, y: bigint, z: bigint]

const infinity: Point = [0n, 1n, 0n]

/** The point of an x whose y is even or odd, if there is one. */
export function pointOf(x: bigint, isOdd: boolean): Point | undefined {
  const square = (x * x * x + 7n) % p
  const y = power(square, (p + 1n) / 4n)
  if ((y * y) % p !== square) return undefined
  return [x, (y & 1n) === (isOdd ? 1n : 0n) ? y : p - y, 1n]
}

/** x and y of `u` times the generator and `v` times a point; none at infinity. */
export function sumOf(
  u: bigint,
  v: bigint,
  point: Point,
): [x: bigint, y: bigint] | undefined {
  const terms = [
    ...halves(u, multiplesOfGenerator()),
    ...halves(v, oddMultiples(point)),
  ]
  let sum = infinity
  for (let at = Math.max(...terms.map(lengthOf)); at-- > 0; ) {
    sum = double(sum)
    for (const { digits, multiples } of terms) {
      const digit = digits[at] ?? 0
      const multiple = multiples[Math.abs(digit) >> 1]
      if (digit === 0 || multiple === undefined) continue
      const [x, y, z] = multiple
      sum = add(sum, digit < 0 ? [x, -y, z] : multiple)
    }
  }
  const [x, y, z] = sum
  if (z === 0n) return undefined
  const inverse = invert(z, p)
  const square = (inverse * inverse) % p
  return [modulo(x * square, p), modulo(y * square * inverse, p)]
}

const lengthOf = ({ digits }: { digits: readonly number[] }) => digits.length

/** The inverse of a number that is no multiple of a prime. */
export function invert(value: bigint, prime: bigint): bigint {
  let [a, b] = [modulo(value, prime), prime]
  let [x, y] = [1n, 0n]
  while (a !== 0n) {
    const times = b / a
    ;[a, b] = [b - times * a, a]
    ;[x, y] = [y - times * x, x]
  }
  return modulo(y, prime)
}

export function modulo(value: bigint, prime: bigint): bigint {
  const rest = value % prime
  return rest < 0n ? rest + prime : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % p
    if (bit === '1') result = (result * base) % p
  }
  return result
}

function double([x, y, z]: Point): Point {
  const square = (y * y) % p
  const between = (4n * x * square) % p
  const slope = (3n * x * x) % p
  const next = (slope * slope - 2n * between) % p
  return [
    next,
    (slope * (between - next) - 8n * square * square) % p,
    (2n * y * z) % p,
  ]
}

function add(one: Point, other: Point): Point {
  const [x1, y1, z1] = one
  const [x2, y2, z2] = other
  if (z1 === 0n) return other
  if (z2 === 0n) return one
  const [square1, square2] = [(z1 * z1) % p, (z2 * z2) % p]
  const [u, s] = [(x1 * square2) % p, (((y1 * z2) % p) * square2) % p]
  const run = (x2 * square1 - u) % p
  const rise = (((y2 * z1) % p) * square1 - s) % p
  if (run === 0n) return rise === 0n ? double(one) : infinity
  const square = (run * run) % p
  const cube = (run * square) % p
  const between = (u * square) % p
  const x = (rise * rise - cube - 2n * between) % p
  return [x, (rise * (between - x) - s * cube) % p, (((z1 * z2) % p) * run) % p]
}

/** A point, 3 times, 5 times and up to 15 times it. */
function oddMultiples(point: Point): readonly Point[] {
  const twice = double(point)
  const multiples = [point]
  for (let last = point; multiples.length < 8; multiples.push(last))
    last = add(last, twice)
  return multiples
}

const multiplesOfGenerator = /* @__PURE__ */ lazy(() => oddMultiples(generator))

/** A cube root of 1 modulo `p`: (x, y) times a number `λ` is (βx, y). */
const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een
/** Short [a, b] for which a + bλ is a multiple of `n`. */
const a1 = 0x3086d221a7d46bcde86c90e49284eb15n
const b1 = -0xe4437ed6010e88286f547fa90abfe4c3n
const a2 = 0x114ca50f7a8e2f3f657c1108d9d44cfd8n
const b2 = a1

/**
 * A multiplication as two of half the length: k = k1 + k2λ (Gallant, Lambert and
 * Vanstone, 2001), for half of the doublings.
 */
function halves(k: bigint, multiples: readonly Point[]) {
  const [c1, c2] = [(b2 * k + n / 2n) / n, (-b1 * k + n / 2n) / n]
  return [
    { digits: digitsOf(k - c1 * a1 - c2 * a2), multiples },
    {
      digits: digitsOf(-c1 * b1 - c2 * b2),
      multiples: multiples.map(([x, y, z]): Point => [(x * beta) % p, y, z]),
    },
  ]
}

/** Odd digits from -15 to 15 of powers of two, with at least four 0 between. */
function digitsOf(value: bigint): number[] {
  const digits: number[] = []
  for (let rest = value; rest !== 0n; ) {
    if ((rest & 1n) === 0n) {
      digits.push(0)
      rest >>= 1n
      continue
    }
    const digit = BigInt.asIntN(5, rest)
    digits.push(Number(digit), 0, 0, 0, 0)
    rest = (rest - digit) >> 5n
  }
  return digits
}
