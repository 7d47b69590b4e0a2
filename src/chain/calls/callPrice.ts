import type { BlockEnvironment } from '../../engine/engine.js'
import type { CallRequest } from './callRequest.js'

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
