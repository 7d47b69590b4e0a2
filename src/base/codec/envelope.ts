import { keccak256 } from '../hash/keccak256.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toScalar,
  toWord,
} from '../hex/hex.js'
import type { Nonce } from '../hex/nonce.js'
import { decodeFields, encodeFields } from './field.js'
import { decodeRlp, encodeRlp, type RlpItem } from './rlp.js'
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
  const hash = signingHash(type, transaction, isLegacy ? chainId : undefined)
  const seed = keccak256(toBytes(`${from}${hash.slice(2)}`))
  const s = 1n + (BigInt(toHex(seed)) % (order / 2n - 1n))
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
  const { fields } = transactionTypes[type]
  const guard =
    boundChainId === undefined ? [] : [boundChainId, 0, 0].map(toScalar)
  const items = encodeFields(envelopeFields, fields, values)
  return hashEnvelope(enclose(type, [...items, ...guard]))
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
export function enclose(type: EnvelopeType, items: RlpItem[]): Uint8Array {
  const list = encodeRlp(items)
  if (type === 'legacy') return list
  const envelope = new Uint8Array(1 + list.length)
  envelope[0] = Number(transactionTypes[type].number)
  envelope.set(list, 1)
  return envelope
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
