import { l1Cost } from '../../engine/l1Cost.js'
import type { ChainConfig } from '../model/config.js'
import type { L1Fees } from '../model/transaction.js'

/** The L1 fees of envelopes, on a chain with L1 attributes. */
export function l1FeesOf({
  l1Attributes,
}: Pick<ChainConfig, 'l1Attributes'>):
  | ((envelope: Uint8Array) => L1Fees)
  | undefined {
  if (l1Attributes === null) return undefined
  const prices = {
    baseFeePerGas: l1Attributes.baseFeePerGas,
    blobBaseFee: l1Attributes.blobBaseFee,
    baseFeeScalar: BigInt(l1Attributes.baseFeeScalar),
    blobBaseFeeScalar: BigInt(l1Attributes.blobBaseFeeScalar),
  }
  return (envelope) => {
    const { fee, gasUsed } = l1Cost(envelope, prices)
    return {
      l1Fee: fee,
      l1GasUsed: gasUsed,
      l1GasPrice: prices.baseFeePerGas,
      l1BaseFeeScalar: prices.baseFeeScalar,
      l1BlobBaseFee: prices.blobBaseFee,
      l1BlobBaseFeeScalar: prices.blobBaseFeeScalar,
    }
  }
}
