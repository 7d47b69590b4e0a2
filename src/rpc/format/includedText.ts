import type { Included, L1Fees } from '../../chain/transaction.js'
import type {
  SignedAuthorization,
  TransactionType,
} from '../../codec/transaction.js'
import type { Hex } from '../../hex/hex.js'
import { toQuantity } from '../../hex/hex.js'

/** The wire strings of a transaction and its receipt that cost something. */
export type IncludedText = {
  readonly type: Hex
  readonly chainId: Hex
  readonly nonce: Hex
  readonly value: Hex
  readonly gas: Hex
  readonly maxFeePerGas: Hex
  readonly maxPriorityFeePerGas: Hex
  readonly v: Hex
  readonly r: Hex
  readonly s: Hex
  readonly yParity: Hex
  readonly mint: Hex
  readonly authorizations: readonly AuthorizationText[]
  readonly transactionIndex: Hex
  readonly cumulativeGasUsed: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logIndexes: readonly Hex[]
  readonly l1: { readonly [field in keyof L1Fees]: Hex } | undefined
}

export type AuthorizationText = {
  readonly chainId: Hex
  readonly address: Hex
  readonly nonce: Hex
  readonly yParity: Hex
  readonly r: Hex
  readonly s: Hex
}

/** Made once: what is included never changes, and blocks share it. */
export function includedText(included: Included): IncludedText {
  const before = included.memo as IncludedText | undefined
  if (before !== undefined) return before
  const text = createText(included)
  included.memo = text
  return text
}

const typeNumbers: Record<TransactionType, Hex> = {
  legacy: '0x0',
  eip2930: '0x1',
  eip1559: '0x2',
  eip7702: '0x4',
  deposit: '0x7e',
}

// A field that the type does not have reads zero here and is not served.
function createText(included: Included): IncludedText {
  const { transaction, firstLogIndex } = included
  const { effect, signature, deposit } = transaction
  return {
    type: typeNumbers[transaction.type],
    chainId: toQuantity(transaction.chainId),
    nonce: toQuantity(transaction.nonce),
    value: toQuantity(transaction.value),
    gas: toQuantity(transaction.gas),
    maxFeePerGas: toQuantity(transaction.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: toQuantity(transaction.maxPriorityFeePerGas ?? 0n),
    v: toQuantity(signature?.v ?? 0n),
    r: toQuantity(BigInt(signature?.r ?? 0n)),
    s: toQuantity(BigInt(signature?.s ?? 0n)),
    yParity: toQuantity(signature?.yParity ?? 0),
    mint: toQuantity(deposit?.mint ?? 0n),
    authorizations: (transaction.authorizationList ?? []).map(authorization),
    transactionIndex: toQuantity(included.transactionIndex),
    cumulativeGasUsed: toQuantity(included.cumulativeGasUsed),
    gasUsed: toQuantity(effect.gasUsed),
    effectiveGasPrice: toQuantity(included.effectiveGasPrice),
    l1: l1Text(effect.l1),
    logIndexes: effect.logs.map((_, position) =>
      toQuantity(firstLogIndex + position),
    ),
  }
}

function authorization(given: SignedAuthorization): AuthorizationText {
  return {
    chainId: toQuantity(given.chainId),
    address: given.address,
    nonce: toQuantity(given.nonce),
    yParity: toQuantity(given.yParity),
    r: toQuantity(BigInt(given.r)),
    s: toQuantity(BigInt(given.s)),
  }
}

function l1Text(l1: L1Fees): IncludedText['l1'] {
  const fields = Object.entries(l1)
  return fields.length === 0
    ? undefined
    : Object.fromEntries(
        fields.map(([field, value = 0n]) => [field, toQuantity(value)]),
      )
}
