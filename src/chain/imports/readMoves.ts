import { recoverAddress } from '../../base/codec/envelope.js'
import { createdAddress, encodeRlp } from '../../base/codec/rlp.js'
import { isWire, readField, type Wire } from '../../base/codec/wire.js'
import { isPresealError } from '../../base/errors/errors.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  lastNonce,
  type Nonce,
  parseAddress,
  parseData,
  parseQuantity,
  type Result,
  toNonce,
} from '../../base/hex/hex.js'
import type { ImportParameters } from '../model/importedBlock.js'

/**
 * The transfer of a transaction, from JSON. A field is undefined if the JSON
 * lacks it.
 */
export type Move = {
  readonly from: Address | undefined
  /** Null for a creation. */
  readonly to: Address | null | undefined
  readonly nonce: Nonce | undefined
  /** wei */
  readonly value: bigint | undefined
  /** wei that a deposit creates */
  readonly mint: bigint
  readonly isDeposit: boolean
  readonly hasInput: boolean
  /** Accounts whose code it sets (EIP-7702), if the authorization is valid. */
  readonly authorities: readonly Address[]
  /** Undefined if no receipt says what was paid. */
  readonly receipt: MoveReceipt | undefined
  readonly created: Address | undefined
}

type MoveReceipt = {
  readonly isReverted: boolean
  readonly gasUsed: bigint
  /** wei per gas */
  readonly price: bigint
  /** wei, beside gas, to the L1 fee vault */
  readonly l1Fee: bigint
  /** wei, which are burnt */
  readonly blobFee: bigint
  /** Accounts that logged. */
  readonly loggers: readonly Address[]
  /** Addresses in indexed topics. */
  readonly topics: readonly Address[]
}

/** Reads the fields that are there, and takes malformed ones for absent. */
export function readMoves({ block, receipts }: ImportParameters): Move[] {
  const { transactions } = block as { transactions: readonly unknown[] }
  return transactions.map((given, index) =>
    readMove(isWire(given) ? given : {}, receipts?.[index] as Wire | undefined),
  )
}

/** Payouts of withdrawals (EIP-4895). */
export function readPayouts({
  block,
}: ImportParameters): { address: Address; wei: bigint }[] {
  const { withdrawals } = block as Wire
  return listOf(withdrawals).flatMap((withdrawal) => {
    const address = read(withdrawal, 'address', parseAddress)
    const gwei = read(withdrawal, 'amount', parseQuantity)
    return address === undefined || gwei === undefined
      ? []
      : [{ address, wei: gwei * 1_000_000_000n }]
  })
}

function readMove(transaction: Wire, receipt: Wire = {}): Move {
  // If a transaction is only a hash, its receipt has the parties.
  const party = (field: string) => transaction[field] ?? receipt[field]
  const given = { from: party('from'), to: party('to'), type: party('type') }
  const from = read(given, 'from', parseAddress)
  const to = given.to === null ? null : read(given, 'to', parseAddress)
  const nonce = readNonce(transaction)
  const input = { data: transaction.input ?? transaction.data }
  return {
    from,
    to,
    nonce,
    value: read(transaction, 'value', parseQuantity),
    mint: read(transaction, 'mint', parseQuantity) ?? 0n,
    isDeposit: read(given, 'type', parseQuantity) === 0x7en,
    hasInput: read(input, 'data', parseData) !== '0x',
    authorities: authoritiesOf(listOf(transaction.authorizationList)),
    receipt: readReceipt(receipt, transaction),
    created:
      read(receipt, 'contractAddress', parseAddress) ??
      (to === null && from !== undefined && nonce !== undefined
        ? createdAddress(from, nonce)
        : undefined),
  }
}

/** None that no transaction can have (EIP-2681). */
function readNonce(transaction: Wire): Nonce | undefined {
  const nonce = read(transaction, 'nonce', parseQuantity) ?? lastNonce
  return nonce < lastNonce ? toNonce(nonce) : undefined
}

function readReceipt(
  receipt: Wire,
  transaction: Wire,
): MoveReceipt | undefined {
  const amount = (field: string) => read(receipt, field, parseQuantity)
  const gasUsed = amount('gasUsed')
  const price =
    amount('effectiveGasPrice') ?? read(transaction, 'gasPrice', parseQuantity)
  if (gasUsed === undefined || price === undefined) return undefined
  // The payment of an operator follows from the fork, which is unknown here.
  if (amount('operatorFeeScalar') || amount('operatorFeeConstant'))
    return undefined
  const logs = listOf(receipt.logs)
  return {
    isReverted: amount('status') === 0n,
    gasUsed,
    price,
    l1Fee: amount('l1Fee') ?? 0n,
    blobFee: (amount('blobGasUsed') ?? 0n) * (amount('blobGasPrice') ?? 0n),
    loggers: logs.flatMap((log) => read(log, 'address', parseAddress) ?? []),
    topics: logs.flatMap(({ topics }) =>
      Array.isArray(topics) ? topics.slice(1).flatMap(addressIn) : [],
    ),
  }
}

/** 20 bytes behind zeros; a small number is the address of nobody. */
function addressIn(topic: unknown): Address[] {
  const parsed = parseAddress(
    `${topic}`.replace(/^0x0{24}(?=[0-9a-f]{40}$)/i, '0x'),
  )
  return parsed.ok ? [parsed.value] : []
}

function listOf(given: unknown): Wire[] {
  return Array.isArray(given) ? given.filter(isWire) : []
}

function read<value>(
  wire: Wire,
  field: string,
  parse: (given: unknown) => Result<value>,
): value | undefined {
  const parsed = parse(wire[field])
  return parsed.ok ? parsed.value : undefined
}

const signedType = 0x05

/**
 * Signers of the authorizations in JSON, as far as they can be read (EIP-7702).
 */
function authoritiesOf(authorizations: readonly Wire[]): Address[] {
  return authorizations.flatMap((authorization) => {
    try {
      return authorityOf(authorization) ?? []
    } catch (error) {
      if (!isPresealError(error)) throw error
      return []
    }
  })
}

function authorityOf(authorization: Wire): Address | undefined {
  const quantity = (field: string) =>
    readField(authorization, 'authorization', field, parseQuantity)
  const list = encodeRlp([
    quantity('chainId'),
    readField(authorization, 'authorization', 'address', parseAddress),
    quantity('nonce'),
  ])
  const yParity = quantity('yParity')
  if (yParity > 1n) return undefined
  const hash = keccak256(Uint8Array.of(signedType, ...list))
  return recoverAddress(hash, quantity('r'), quantity('s'), Number(yParity))
}
