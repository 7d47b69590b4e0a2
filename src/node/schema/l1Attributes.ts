import * as z from 'zod/mini'
import type { Hash } from '../../base/hex/hex.js'
import { zeroHash } from '../../base/hex/hex.js'
import { amounts, type Dialect } from '../../base/validation/amounts.js'
import * as values from '../../base/validation/values.js'
import type { L1Attributes } from '../../chain/model/config.js'
import { object, value } from './schema.js'

/** The L1 attributes in the deposit that opens each block. */
export type L1AttributesOptions = {
  /** Number of the L1 block that the genesis block derives from; default 0n */
  number?: bigint | undefined
  /** wei per gas; default 0n */
  baseFeePerGas?: bigint | undefined
  /** wei per blob gas; default 0n */
  blobBaseFee?: bigint | undefined
  /** Default 0 */
  baseFeeScalar?: number | undefined
  /** Default 0 */
  blobBaseFeeScalar?: number | undefined
  /** The batcher, as 32 bytes; default 32 zero bytes */
  batcherHash?: Hash | undefined
  /** Gas of each deposit; default 46_108n */
  gasUsed?: bigint | undefined
}

export const l1Attributes = (dialect: Dialect) => {
  const { blockNumber, gas, weiPerGas } = amounts[dialect]
  const scalar = z.optional(value(values.uint32))
  return object(
    z.strictObject({
      number: z.optional(value(blockNumber)),
      baseFeePerGas: z.optional(value(weiPerGas)),
      blobBaseFee: z.optional(value(weiPerGas)),
      baseFeeScalar: scalar,
      blobBaseFeeScalar: scalar,
      batcherHash: z.optional(value(values.hash)),
      gasUsed: z.optional(value(gas)),
    }),
  )
}

/** Every default in place; null: blocks open empty. */
export function resolveL1Attributes(
  given: L1AttributesOptions | null | undefined,
): L1Attributes | null {
  if (given === undefined || given === null) return null
  return {
    number: given.number ?? 0n,
    baseFeePerGas: given.baseFeePerGas ?? 0n,
    blobBaseFee: given.blobBaseFee ?? 0n,
    baseFeeScalar: given.baseFeeScalar ?? 0,
    blobBaseFeeScalar: given.blobBaseFeeScalar ?? 0,
    batcherHash: given.batcherHash ?? zeroHash,
    // As in index 0 of a block of Base Sepolia, which holds nothing else.
    gasUsed: given.gasUsed ?? 46_108n,
  }
}
