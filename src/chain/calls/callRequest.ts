import {
  type Address,
  type Hash,
  type Hex,
  zeroAddress,
} from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type {
  AccessListItem,
  Authorization,
  BlockEnvironment,
} from '../../engine/engine.js'
import { mostInitcode } from '../../engine/gas.js'
import { refuseValue } from '../execution/executeMessage.js'
import type { ChainConfig } from '../model/config.js'

/** A call as a request describes it: what it leaves out is undefined. */
export type CallRequest = {
  readonly from: Address | undefined
  /** Undefined creates a contract. */
  readonly to: Address | undefined
  readonly gas: bigint | undefined
  /** wei per gas, as the two below */
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  /** wei */
  readonly value: bigint
  readonly data: Hex
  readonly nonce: bigint | undefined
  readonly chainId: bigint | undefined
  readonly accessList: readonly AccessListItem[] | undefined
  readonly authorizationList: readonly Authorization[] | undefined
  /** wei per blob gas */
  readonly maxFeePerBlobGas: bigint | undefined
  readonly blobVersionedHashes: readonly Hash[] | undefined
  /** Why fields of it, fine each, cannot stand together. */
  readonly contradiction: string | undefined
}

/** Accounts as a call sees them, whatever they are in the state. */
export type StateOverrides = { readonly [address: Address]: AccountOverride }

export type AccountOverride = {
  readonly balance: bigint | undefined
  readonly nonce: bigint | undefined
  readonly code: Hex | undefined
  /** The whole storage. */
  readonly state: Slots | undefined
  /** Single slots of it. */
  readonly stateDiff: Slots | undefined
  /** The address at which the precompile of this one runs instead. */
  readonly movePrecompileToAddress: Address | undefined
}

type Slots = { readonly [slot: Hash]: Hash }

/** The block's own fields, as a call sees them. */
export type BlockOverrides = {
  readonly number: bigint | undefined
  /** unix seconds */
  readonly time: bigint | undefined
  readonly gasLimit: bigint | undefined
  readonly feeRecipient: Address | undefined
  readonly prevRandao: Hash | undefined
  /** wei per gas */
  readonly baseFeePerGas: bigint | undefined
  /** wei per blob gas */
  readonly blobBaseFee: bigint | undefined
  /** The name of a field that only a simulated block has. */
  readonly unsupported: 'beaconRoot' | 'withdrawals' | undefined
}

/** The price of a call, all in wei per gas or blob gas. */
export type CallPrice = {
  readonly feeCap: bigint
  readonly tipCap: bigint
  /** 0n runs it for free. */
  readonly gasPrice: bigint
  readonly blobFeeCap: bigint
}

const free: CallPrice = {
  feeCap: 0n,
  tipCap: 0n,
  gasPrice: 0n,
  blobFeeCap: 0n,
}

export function priceOf(
  request: CallRequest,
  { baseFeePerGas }: Pick<BlockEnvironment, 'baseFeePerGas'>,
): CallPrice {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  const blobFeeCap = request.maxFeePerBlobGas ?? 0n
  if (gasPrice !== undefined)
    return { feeCap: gasPrice, tipCap: gasPrice, gasPrice, blobFeeCap }
  const feeCap = maxFeePerGas ?? 0n
  const tipCap = maxPriorityFeePerGas ?? 0n
  if (feeCap === 0n && tipCap === 0n && blobFeeCap === 0n) return free
  const offered = feeCap === 0n && tipCap === 0n ? 0n : baseFeePerGas + tipCap
  return {
    feeCap,
    tipCap,
    gasPrice: offered < feeCap ? offered : feeCap,
    blobFeeCap,
  }
}

const blobGas = 131_072n

/** wei for the blobs of a call at a price in wei per blob gas. */
export function blobCost(
  { blobVersionedHashes }: CallRequest,
  price: bigint,
): bigint {
  return blobVersionedHashes === undefined
    ? 0n
    : BigInt(blobVersionedHashes.length) * blobGas * price
}

/** Why a call is refused before it runs. */
export type CallRefusal = {
  readonly type: 'refusal'
  /**
   * The place of the mistake: the request itself, or the transaction it
   * describes.
   */
  readonly kind:
    | 'request'
    | 'tip'
    | 'baseFee'
    | 'funds'
    | 'intrinsicGas'
    | 'initcode'
    | 'nonceTooLow'
    | 'nonceTooHigh'
    | 'other'
  /** In geth's words. */
  readonly reason: string
}

export function refusal(
  kind: CallRefusal['kind'],
  reason: string,
): CallRefusal {
  return { type: 'refusal', kind, reason }
}

export function isRefusal(value: object | undefined): value is CallRefusal {
  return value !== undefined && (value as { type?: unknown }).type === 'refusal'
}

/** Refuses a call that no transaction could be, as geth's `preCheck` does. */
export function checkCall(
  request: CallRequest,
  config: Pick<ChainConfig, 'chainId' | 'nativeBalance'>,
  block: BlockEnvironment,
  price: CallPrice,
): CallRefusal | undefined {
  const { chainId } = config
  const contradiction =
    request.contradiction ?? refuseValue(config, request.value)
  if (contradiction !== undefined) return refusal('request', contradiction)
  if (request.chainId !== undefined && request.chainId !== BigInt(chainId))
    return refusal(
      'request',
      `chainId does not match node's (have=${request.chainId}, want=${chainId})`,
    )
  return (
    checkFees(request, block, price) ??
    checkBlobs(request, block, price) ??
    checkShape(request, block)
  )
}

function checkFees(
  { from = zeroAddress }: CallRequest,
  { baseFeePerGas }: BlockEnvironment,
  { feeCap, tipCap, gasPrice }: CallPrice,
): CallRefusal | undefined {
  if (feeCap === 0n && tipCap === 0n) return undefined
  if (tipCap > feeCap)
    return refusal(
      'tip',
      `max priority fee per gas higher than max fee per gas: address ${checksum(from)}, maxPriorityFeePerGas: ${tipCap}, maxFeePerGas: ${feeCap}`,
    )
  const baseFee = gasPrice === 0n ? 0n : baseFeePerGas
  return feeCap < baseFee
    ? refusal(
        'baseFee',
        `max fee per gas less than block base fee: address ${checksum(from)}, maxFeePerGas: ${feeCap}, baseFee: ${baseFee}`,
      )
    : undefined
}

function checkBlobs(
  { from = zeroAddress, to, blobVersionedHashes }: CallRequest,
  { blobBaseFee }: BlockEnvironment,
  { blobFeeCap }: CallPrice,
): CallRefusal | undefined {
  if (blobVersionedHashes === undefined) return undefined
  if (to === undefined)
    return refusal('other', 'blob transaction of type create')
  if (blobVersionedHashes.length === 0)
    return refusal('other', 'blob transaction missing blob hashes')
  const unknown = blobVersionedHashes.findIndex(
    (hash) => !hash.startsWith('0x01'),
  )
  if (unknown !== -1)
    return refusal('other', `blob ${unknown} has invalid hash version`)
  return blobFeeCap !== 0n && blobFeeCap < blobBaseFee
    ? refusal(
        'other',
        `max fee per blob gas less than block blob gas fee: address ${checksum(from)} blobGasFeeCap: ${blobFeeCap}, blobBaseFee: ${blobBaseFee}`,
      )
    : undefined
}

function checkShape(
  { from = zeroAddress, to, data, authorizationList }: CallRequest,
  rules: Pick<BlockEnvironment, 'hardfork' | 'codeSizeLimit'>,
): CallRefusal | undefined {
  if (authorizationList !== undefined) {
    if (to === undefined)
      return refusal(
        'other',
        `EIP-7702 transaction cannot be used to create contract (sender ${checksum(from)})`,
      )
    if (authorizationList.length === 0)
      return refusal(
        'other',
        `EIP-7702 transaction with empty auth list (sender ${checksum(from)})`,
      )
  }
  const size = (data.length - 2) / 2
  const most = mostInitcode(rules)
  return to === undefined && size > most
    ? refusal(
        'initcode',
        `max initcode size exceeded: code size ${size} limit ${most}`,
      )
    : undefined
}
