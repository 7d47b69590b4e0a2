import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toScalar,
  toWord,
} from '../hex/hex.js'
import { encodeRlp, type RlpItem } from './rlp.js'
import type {
  AccessList,
  SignedAuthorization,
  TransactionType,
} from './transaction.js'

type Common = {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
  readonly from: Address
}

type DynamicFee = {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessList
}

/** All that a transaction's hash covers, but its signature. */
export type UnsignedTransaction =
  | (Common & { readonly type: 'legacy'; readonly gasPrice: bigint })
  | (Common & {
      readonly type: 'eip2930'
      readonly gasPrice: bigint
      readonly accessList: AccessList
    })
  | (Common & DynamicFee & { readonly type: 'eip1559' })
  | (Common &
      DynamicFee & {
        readonly type: 'eip7702'
        readonly authorizationList: readonly SignedAuthorization[]
      })
  | (Common & {
      readonly type: 'deposit'
      readonly sourceHash: Hash
      readonly mint: bigint
      readonly isSystemTx: boolean
    })

export type SignableTransaction = Exclude<
  UnsignedTransaction,
  { type: 'deposit' }
>

export type Signature = {
  readonly r: Hash
  readonly s: Hash
  readonly yParity: 0 | 1
  /** As nodes answer it: a legacy one also tells the chain (EIP-155). */
  readonly v: bigint
}

/** The x of secp256k1's generator, whose y is even. */
const generatorX: Hash =
  '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const order =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * A signature without a key: the same for the same transaction, well-formed
 * (low s, EIP-2) and recoverable, since r is the x of a point on the curve.
 * To whom it recovers means nothing. A legacy one binds the chain too (EIP-155).
 */
export function signEnvelope(transaction: SignableTransaction): Signature {
  const { type, from, chainId } = transaction
  const guard = type === 'legacy' ? [chainId, 0, 0].map(toScalar) : []
  const unsigned = enclose(type, [...fieldsOf(transaction), ...guard])
  const signingHash = hashEnvelope(unsigned)
  const seed = keccak_256(toBytes(`${from}${signingHash.slice(2)}`))
  const s = 1n + (BigInt(toHex(seed)) % (order / 2n - 1n))
  const v = type === 'legacy' ? 35n + 2n * BigInt(chainId) : 0n
  return { r: generatorX, s: toWord(s), yParity: 0, v }
}

/** The bytes that are hashed (EIP-2718). A deposit has no signature. */
export function encodeEnvelope(
  transaction: UnsignedTransaction,
  signature: Signature | undefined,
): Uint8Array {
  const { type } = transaction
  const fields = fieldsOf(transaction)
  if (signature === undefined) return enclose(type, fields)
  const { r, s, v, yParity } = signature
  const parity = toScalar(type === 'legacy' ? v : yParity)
  return enclose(type, [...fields, parity, hexToScalar(r), hexToScalar(s)])
}

/** EIP-4844: as it stands in a block, without its blobs. */
export function encodeBlobEnvelope(
  transaction: Common &
    DynamicFee & {
      readonly maxFeePerBlobGas: bigint
      readonly blobVersionedHashes: readonly Hash[]
    },
  { r, s, yParity }: Signature,
): Uint8Array {
  return enclose('eip4844', [
    ...fieldsOf({ ...transaction, type: 'eip1559' }),
    toScalar(transaction.maxFeePerBlobGas),
    transaction.blobVersionedHashes.map(toBytes),
    toScalar(yParity),
    hexToScalar(r),
    hexToScalar(s),
  ])
}

/** The hash of a transaction, given its envelope. */
export function hashEnvelope(envelope: Uint8Array): Hash {
  return toHex(keccak_256(envelope))
}

/** Blob transactions (EIP-4844) are imported only. */
export type EnvelopeType = TransactionType | 'eip4844'

const typeBytes = {
  eip2930: 0x01,
  eip1559: 0x02,
  eip4844: 0x03,
  eip7702: 0x04,
  deposit: 0x7e,
}

/** EIP-2718: the type's byte before the list, none for a legacy one. */
export function enclose(type: EnvelopeType, items: RlpItem[]): Uint8Array {
  const list = encodeRlp(items)
  if (type === 'legacy') return list
  const envelope = new Uint8Array(1 + list.length)
  envelope[0] = typeBytes[type]
  envelope.set(list, 1)
  return envelope
}

/** The list up to the signature: EIP-155, 2930, 1559, 7702; OP's deposits. */
function fieldsOf(transaction: UnsignedTransaction): RlpItem[] {
  const to = transaction.to === null ? toScalar(0) : toBytes(transaction.to)
  const value = toScalar(transaction.value)
  const data = toBytes(transaction.data)
  const gas = toScalar(transaction.gas)
  const chainId = toScalar(transaction.chainId)
  const nonce = toScalar(transaction.nonce)
  const call = [gas, to, value, data]
  switch (transaction.type) {
    case 'legacy':
      return [nonce, toScalar(transaction.gasPrice), ...call]
    case 'eip2930': {
      const { gasPrice, accessList } = transaction
      const access = accessItems(accessList)
      return [chainId, nonce, toScalar(gasPrice), ...call, access]
    }
    case 'eip1559':
      return [chainId, nonce, ...dynamicFee(transaction, call)]
    case 'eip7702': {
      const authorizations = authorizationItems(transaction.authorizationList)
      const fields = dynamicFee(transaction, call)
      return [chainId, nonce, ...fields, authorizations]
    }
    case 'deposit': {
      const { sourceHash, from, mint, isSystemTx } = transaction
      const source = [toBytes(sourceHash), toBytes(from), to, toScalar(mint)]
      return [...source, value, gas, toScalar(isSystemTx ? 1 : 0), data]
    }
  }
}

function dynamicFee(fees: DynamicFee, call: RlpItem[]): RlpItem[] {
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = fees
  const prices = [toScalar(maxPriorityFeePerGas), toScalar(maxFeePerGas)]
  return [...prices, ...call, accessItems(accessList)]
}

function accessItems(list: AccessList): RlpItem[] {
  return list.map(({ address, storageKeys }) => [
    toBytes(address),
    storageKeys.map(toBytes),
  ])
}

function authorizationItems(list: readonly SignedAuthorization[]): RlpItem[] {
  return list.map(({ chainId, address, nonce, yParity, r, s }) => [
    toScalar(chainId),
    toBytes(address),
    toScalar(nonce),
    toScalar(yParity),
    hexToScalar(r),
    hexToScalar(s),
  ])
}

/** r and s are numbers, whose leading zeros RLP leaves out. */
function hexToScalar(hex: Hex): Uint8Array {
  return toScalar(BigInt(hex))
}
