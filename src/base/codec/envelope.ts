import { Field } from '@noble/curves/abstract/modular.js'
import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { keccak256 } from '../hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  type Nonce,
  toBytes,
  toHex,
  toWord,
} from '../hex/hex.js'
import { lazy, remember } from '../memo/memo.js'
import { decodeFields, encodeFields } from './field.js'
import { decodeRlp, type Enclosed, type RlpInput, viewEnclosed } from './rlp.js'
import {
  type CommonField,
  type EnvelopeType,
  envelopeFields,
  envelopeTypes,
  type FieldValues,
  type ListedField,
  listedFields,
  type OwnField,
  type TransactionType,
  transactionTypes,
} from './transactionTypes.js'

/** All that a transaction's hash covers, except its signature. */
export type UnsignedTransaction = {
  [type in TransactionType]: { readonly type: type } & Pick<
    FieldValues,
    CommonField | OwnField<type>
  >
}[TransactionType]

export type SignableTransaction = Exclude<
  UnsignedTransaction,
  { type: 'deposit' }
>

export type Signature = {
  readonly r: Hash
  readonly s: Hash
  readonly yParity: 0 | 1
  /** As nodes answer it: a legacy one includes the chain id (EIP-155). */
  readonly v: bigint
}

/** The x of secp256k1's generator, whose y is even. */
const generatorX: Hash =
  '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const order =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * A signature without a key: the same for the same transaction, well-formed
 * (low s, EIP-2) and recoverable, since r is the x of a point on the curve. The
 * address it recovers to has no meaning. A legacy one binds the chain too
 * (EIP-155).
 */
export function signEnvelope(transaction: SignableTransaction): Signature {
  const { type, from, chainId } = transaction
  const isLegacy = type === 'legacy'
  const digest = signingDigest(
    type,
    transaction,
    isLegacy ? chainId : undefined,
  )
  const seed = new Uint8Array(20 + digest.length)
  seed.set(toBytes(from))
  seed.set(digest, 20)
  const s = 1n + (BigInt(toHex(keccak256(seed))) % (order / 2n - 1n))
  const v = isLegacy ? 35n + 2n * BigInt(chainId) : 0n
  return { r: generatorX, s: toWord(s), yParity: 0, v }
}

/**
 * The hash to sign: of all fields except the signature, with the fields that
 * bind a legacy one.
 */
export function signingHash(
  type: EnvelopeType,
  values: Partial<FieldValues>,
  boundChainId: number | bigint | undefined,
): Hash {
  return toHex(signingDigest(type, values, boundChainId))
}

function signingDigest(
  type: EnvelopeType,
  values: Partial<FieldValues>,
  boundChainId: number | bigint | undefined,
): Uint8Array {
  const { fields } = transactionTypes[type]
  const items = encodeFields(envelopeFields, fields, values)
  if (boundChainId !== undefined) items.push(boundChainId, 0, 0)
  return keccak256(viewEnclosed(enclosed(type, items)))
}

/** The bytes that are hashed (EIP-2718). A deposit has no signature. */
export function encodeEnvelope(
  transaction: UnsignedTransaction,
  signature: Signature | undefined,
): Uint8Array {
  return encodeListed(transaction.type, transaction, signature ?? {})
}

/** The envelope of a type, made of all that it lists. */
export function encodeListed(
  type: EnvelopeType,
  values: Partial<FieldValues>,
  signature: Partial<FieldValues>,
): Uint8Array {
  const { fields, signature: signatureFields } = transactionTypes[type]
  const items = encodeFields(envelopeFields, fields, values)
  const signed = encodeFields(envelopeFields, signatureFields, signature)
  return enclose(type, [...items, ...signed])
}

/** The hash of a transaction, given its envelope. */
export function hashEnvelope(envelope: Uint8Array): Hash {
  return toHex(keccak256(envelope))
}

/** EIP-2718: the type's byte before the list, none for a legacy one. */
export function enclose(type: EnvelopeType, items: RlpInput[]): Uint8Array {
  return viewEnclosed(enclosed(type, items)).slice()
}

export function enclosed(type: EnvelopeType, item: RlpInput[]): Enclosed {
  if (type === 'legacy') return { item }
  return { item, type: Number(transactionTypes[type].number) }
}

/** The fields that an envelope lists, its signature too. */
export type EnvelopeTransaction = {
  [type in EnvelopeType]: { readonly type: type } & Pick<
    FieldValues,
    ListedField<type>
  >
}[EnvelopeType]

/**
 * Reads what `encodeEnvelope` writes, from those bytes alone: no number with
 * leading zeros, no field more or less, nothing behind.
 *
 * @throws RangeError if no transaction has these bytes.
 */
export function decodeEnvelope(envelope: Uint8Array): EnvelopeTransaction {
  const type = typeOf(envelope)
  const list = decodeRlp(type === 'legacy' ? envelope : envelope.subarray(1))
  const values = decodeFields(envelopeFields, listedFields(type), list)
  return { type, ...values } as EnvelopeTransaction
}

/** By EIP-2718, a list, which begins no lower than 0xc0, is a legacy one. */
function typeOf([first = 0]: Uint8Array): EnvelopeType {
  if (first >= 0xc0) return 'legacy'
  const type = envelopeTypes.find(
    (type) =>
      type !== 'legacy' && Number(transactionTypes[type].number) === first,
  )
  if (type !== undefined) return type
  throw new RangeError(`No transaction has the type 0x${first.toString(16)}.`)
}

export type AccessList = readonly {
  address: Address
  storageKeys: readonly Hash[]
}[]

export type Authorization = {
  chainId: number
  address: Address
  nonce: Nonce
  r?: Hex | undefined
  s?: Hex | undefined
  yParity?: number | undefined
  /** As viem's `signAuthorization` gives it; `yParity` says the same. */
  v?: bigint | undefined
}

export type SignedAuthorization = {
  readonly chainId: number
  readonly address: Address
  readonly nonce: Nonce
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

export type Log = { address: Address; topics: readonly Hash[]; data: Hex }

/** SEC 2, 2.4.1. */
const domain = {
  p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn,
  n: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  h: 1n,
  a: 0n,
  b: 7n,
  Gx: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  Gy: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
}

/** How a multiplication is split into two of half the length (GLV). */
const endo = {
  beta: 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een,
  basises: [
    [0x3086d221a7d46bcde86c90e49284eb15n, -0xe4437ed6010e88286f547fa90abfe4c3n],
    [0x114ca50f7a8e2f3f657c1108d9d44cfd8n, 0x3086d221a7d46bcde86c90e49284eb15n],
  ] as [[bigint, bigint], [bigint, bigint]],
}

/** Made at its first use: most test files never recover anybody. */
const secp256k1 = /* @__PURE__ */ lazy(() =>
  weierstrass(domain, { Fp: Field(domain.p), endo }),
)

/**
 * The signer of a hash: the end of the hash of the public key (SEC 1, 4.1.6).
 * Undefined if no key can have signed it.
 */
export function recoverAddress(
  hash: Uint8Array,
  r: bigint,
  s: bigint,
  parity: number,
): Address | undefined {
  if (!isScalar(r) || !isScalar(s)) return undefined
  const prefix = parity % 2 === 0 ? '02' : '03'
  return recoverOnce(`${prefix}${toHex(hash)}${toWord(r)}${toWord(s)}`)
}

/**
 * Of the parity, and hash, r and s with their 0x. It takes 2 ms, and tests and
 * explorations send the same transactions again and again.
 */
const recoverOnce = /* @__PURE__ */ remember(
  (signed: string): Address | undefined => {
    const [prefix = '', hash, r, s] = signed.split('0x')
    const Point = secp256k1()
    const { Fn } = Point
    try {
      const point = Point.fromHex(`${prefix}${r}`)
      const inverse = Fn.inv(BigInt(`0x${r}`))
      const ofBase = Fn.create(-BigInt(`0x${hash}`) * inverse)
      const ofPoint = Fn.create(BigInt(`0x${s}`) * inverse)
      const key = Point.BASE.mulAddUnsafe(ofBase, point, ofPoint)
      key.assertValidity()
      return toHex(keccak256(key.toBytes(false).subarray(1)).subarray(12))
    } catch {
      return undefined
    }
  },
  500,
)

/** Half of the order of the curve: a higher s is not canonical (EIP-2). */
export function isHighS(s: bigint): boolean {
  return s > domain.n / 2n
}

/** Whether it may be r or s of a signature at all. */
export function isScalar(value: bigint): boolean {
  return value > 0n && value < domain.n
}

export type SignedEnvelope = Exclude<EnvelopeTransaction, { type: 'deposit' }>

/**
 * The address whose key signed a transaction.
 *
 * @throws if no key can have made the signature.
 */
export function recoverSender(
  transaction: SignedEnvelope,
  recover: typeof recoverAddress = recoverAddress,
): Address {
  const { type, r, s } = transaction
  const bound = legacyChainId(transaction)
  const digest = signingDigest(type, transaction, bound)
  const parity = recoveryBit(transaction)
  const address = recover(digest, BigInt(r), BigInt(s), parity)
  if (address === undefined) throw new RangeError('No key made this signature.')
  return address
}

/** EIP-155: a legacy signature may hold the chain id; older ones do not. */
export function legacyChainId(transaction: SignedEnvelope): bigint | undefined {
  return transaction.type === 'legacy' && transaction.v >= 35n
    ? (transaction.v - 35n) / 2n
    : undefined
}

function recoveryBit(transaction: SignedEnvelope): number {
  if (transaction.type !== 'legacy') return transaction.yParity
  const { v } = transaction
  return Number(v < 35n ? v - 27n : (v - 35n) % 2n)
}

type ReadAuthorization = {
  readonly chainId: bigint
  readonly address: Address
  readonly nonce: bigint
  readonly yParity: number
  readonly r: Hex
  readonly s: Hex
}

const signedType = 0x05
const maxNonce = 2n ** 64n - 1n

/** The signer of an authorization for this chain (EIP-7702). */
export function recoverAuthority(
  { chainId, address, nonce, yParity, ...signature }: ReadAuthorization,
  here: bigint,
): Address | undefined {
  if (chainId !== 0n && chainId !== here) return undefined
  if (nonce >= maxNonce) return undefined
  const [r, s] = [BigInt(signature.r), BigInt(signature.s)]
  if (yParity > 1 || isHighS(s)) return undefined
  const item = [chainId, address, nonce]
  const message = viewEnclosed({ item, type: signedType })
  return recoverAddress(keccak256(message), r, s, yParity)
}
