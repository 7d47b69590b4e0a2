import { concat, keccak256 } from 'ethers'
import type { Hex, PreconfirmParameters } from 'preseal'
import { envelopeOf, ethersTransaction } from '../conformance/oracle.js'
import type { WireTransaction } from '../conformance/wire.js'
import { type Nonce, wordOf } from './state.js'

/** A transaction with every field fixed, and what it is scripted to do. */
export type Transaction = {
  readonly hash: Hex
  readonly envelope: string
  /** As nodes serve it, but for its place and what it paid. */
  readonly wire: WireTransaction
  readonly type: NonNullable<PreconfirmParameters['type']>
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: Nonce
  readonly value: bigint
  readonly gas: bigint
  readonly data: Hex
  /** wei per gas, at most */
  readonly price: bigint
  /** wei per gas; null where `price` is paid whatever the base fee. */
  readonly tip: bigint | null
  readonly mint: bigint
  /** What it does, as scripted. */
  readonly script: Effect
  /** Whether code decides what it does: where there is none, a transfer. */
  readonly isExecuted: boolean
  /** What it does in the block that holds it. */
  readonly effect: Effect
  readonly label: string | undefined
}

export type Effect = {
  readonly status: 'success' | 'reverted'
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex }[]
  readonly changes: NonNullable<PreconfirmParameters['changes']>
  readonly l1: NonNullable<PreconfirmParameters['l1']>
}

/** The x of secp256k1's generator, whose y is even. */
const generator =
  '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const order =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const types = {
  legacy: '0x0',
  eip2930: '0x1',
  eip1559: '0x2',
  eip7702: '0x4',
  deposit: '0x7e',
} as const

export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

export function effectOf(given: Partial<Effect>): Effect {
  return {
    status: given.status ?? 'success',
    gasUsed: given.gasUsed ?? 21_000n,
    blobGasUsed: given.blobGasUsed ?? 0n,
    logs: (given.logs ?? []).map((log) => ({
      address: log.address,
      topics: log.topics ?? [],
      data: log.data ?? '0x',
    })),
    changes: given.changes ?? {},
    l1: given.l1 ?? {},
  }
}

/** The most of what it costs before it runs and of its floor (EIP-7623). */
export function transferGas({
  data = '0x',
  accessList = [],
}: Pick<PreconfirmParameters, 'data' | 'accessList'>): bigint {
  const bytes = data.slice(2).match(/../g) ?? []
  const tokens = bytes.reduce((sum, byte) => sum + (byte === '00' ? 1 : 4), 0)
  const listed = accessList.reduce(
    (sum, { storageKeys }) => sum + 2_400 + 1_900 * storageKeys.length,
    0,
  )
  return BigInt(21_000 + Math.max(4 * tokens + listed, 10 * tokens))
}

export function transactionOf(
  given: PreconfirmParameters,
  {
    chainId,
    nonce,
    baseFee,
  }: { chainId: number; nonce: Nonce; baseFee: bigint },
): Transaction {
  const { type = 'eip1559', from, to = null, value = 0n, data = '0x' } = given
  const isExecuted = given.execute ?? false
  const effect = effectOf({
    ...(given as Partial<Effect>),
    ...(isExecuted && { gasUsed: transferGas(given) }),
  })
  const gas = given.gas ?? effect.gasUsed
  const isDynamic = type === 'eip1559' || type === 'eip7702'
  const tip = given.maxPriorityFeePerGas ?? 0n
  const price =
    type === 'deposit'
      ? 0n
      : isDynamic
        ? (given.maxFeePerGas ?? 2n * baseFee + tip)
        : (given.gasPrice ?? 2n * baseFee)
  const common = {
    type: types[type],
    nonce: quantity(nonce),
    from,
    to,
    value: quantity(value),
    gas: quantity(gas),
    gasPrice: quantity(price),
    input: data,
  }
  const wire = (
    type === 'deposit'
      ? { ...common, ...depositFields(given, nonce) }
      : sign({
          ...common,
          chainId: quantity(chainId),
          ...(type !== 'legacy' && { accessList: given.accessList ?? [] }),
          ...(isDynamic && {
            maxFeePerGas: quantity(price),
            maxPriorityFeePerGas: quantity(tip),
          }),
          ...(type === 'eip7702' && {
            authorizationList: given.authorizationList?.map((one) => ({
              chainId: quantity(one.chainId),
              address: one.address,
              nonce: quantity(one.nonce),
              yParity: quantity(one.yParity ?? 0),
              r: quantity(BigInt(one.r ?? 1)),
              s: quantity(BigInt(one.s ?? 1)),
            })),
          }),
        } as unknown as WireTransaction)
  ) as WireTransaction
  const envelope = envelopeOf(wire)
  const hash = keccak256(envelope) as Hex
  return {
    hash,
    envelope,
    wire: { ...wire, hash },
    type,
    from,
    to,
    nonce,
    value,
    gas,
    data,
    price,
    tip: isDynamic ? tip : null,
    mint: given.mint ?? 0n,
    script: effect,
    isExecuted,
    effect,
    label: given.label,
  }
}

/** Well-formed and the same at every run, by nobody's key. */
function sign(unsigned: WireTransaction): WireTransaction {
  const isLegacy = unsigned.type === '0x0'
  const v = isLegacy ? 35n + 2n * BigInt(unsigned.chainId ?? 0) : 0n
  const drafted = {
    ...unsigned,
    v: quantity(v),
    r: generator,
    s: '0x1',
  } as const
  const seed = keccak256(
    concat([unsigned.from, ethersTransaction(drafted).unsignedHash]),
  )
  const s = 1n + (BigInt(seed) % (order / 2n - 1n))
  return {
    ...drafted,
    s: quantity(s),
    ...(!isLegacy && { yParity: '0x0' }),
  }
}

function depositFields(given: PreconfirmParameters, nonce: Nonce) {
  return {
    v: '0x0',
    r: '0x0',
    s: '0x0',
    sourceHash:
      given.sourceHash ??
      keccak256(concat([given.from, wordOf(quantity(nonce))])),
    mint: quantity(given.mint ?? 0n),
    depositReceiptVersion: '0x1',
    ...(given.isSystemTx && { isSystemTx: true }),
  }
}
