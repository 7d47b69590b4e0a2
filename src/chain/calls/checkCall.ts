import { zeroAddress } from '../../base/hex/hex.js'
import { checksum } from '../../base/validation/values.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { mostInitcode } from '../../engine/gas.js'
import type { ChainConfig } from '../model/config.js'
import {
  type CallPrice,
  type CallRefusal,
  type CallRequest,
  refusal,
} from './callRequest.js'

/** Refuses a call that no transaction could be, as geth's `preCheck` does. */
export function checkCall(
  request: CallRequest,
  { chainId }: Pick<ChainConfig, 'chainId'>,
  block: BlockEnvironment,
  price: CallPrice,
): CallRefusal | undefined {
  const { contradiction } = request
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
  rules: Pick<BlockEnvironment, 'hardfork'>,
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
