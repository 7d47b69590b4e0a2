import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Precompile } from '../machine/frame.js'
import { numberToBytes, wideAt } from '../machine/words.js'
import { unlessInvalid } from './curves.js'

/** Point evaluation of EIP-4844. */
export const pointEvaluation: Precompile = {
  gas: () => 50_000,
  units: () => 25_000,
  run: (input) =>
    unlessInvalid(() => isProven(input)) === true ? answer() : undefined,
}

/** The secret of the ceremony times the generator of G2. */
const tau =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'
const version = 0x01
const fieldElements = 4_096n

function answer(): Uint8Array {
  const { ORDER } = bls12_381.fields.Fr
  return concatBytes(numberToBytes(fieldElements, 32), numberToBytes(ORDER, 32))
}

/** Whether p(z) = y, as e(C - yG + zπ, G₂) = e(π, τG₂) tells. */
function isProven(input: Uint8Array): boolean {
  if (input.length !== 192) return false
  const commitment = input.subarray(96, 144)
  const hash = sha256(commitment)
  hash[0] = version
  if (wideAt(hash, 0) !== wideAt(input, 0)) return false
  const z = wideAt(input, 32)
  const y = wideAt(input, 64)
  const { fields, G1, G2 } = bls12_381
  const { ORDER } = fields.Fr
  if (z >= ORDER || y >= ORDER) return false
  const proof = readPoint(input.subarray(144))
  const left = readPoint(commitment)
    .subtract(G1.Point.BASE.multiplyUnsafe(y))
    .add(proof.multiplyUnsafe(z))
  const pairs = [
    { g1: left.negate(), g2: G2.Point.BASE },
    { g1: proof, g2: G2.Point.fromBytes(hexToBytes(tau)) },
  ]
  const product = bls12_381.pairingBatch(pairs.filter(({ g1 }) => !g1.is0()))
  return fields.Fp12.eql(product, fields.Fp12.ONE)
}

const infinity = 0xc0

/** Compressed, and in the subgroup. */
function readPoint(bytes: Uint8Array) {
  const { Point } = bls12_381.G1
  const [first, ...rest] = bytes
  const isZero = first === infinity && rest.every((byte) => byte === 0)
  return isZero ? Point.ZERO : Point.fromBytes(bytes)
}
