import { compressedLength } from './compressedLength.js'

/** Millionths of a byte, by which the size of a batch is estimated (Fjord). */
const leastSize = 100_000_000n
const intercept = -42_585_600n
const perCompressedByte = 836_500n
const million = 1_000_000n
const gasPerByte = 16n

/** The prices that L1 charges, as an OP chain knows them. */
export type L1Prices = {
  /** wei per gas */
  readonly baseFeePerGas: bigint
  /** wei per blob gas */
  readonly blobBaseFee: bigint
  readonly baseFeeScalar: bigint
  readonly blobBaseFeeScalar: bigint
}

/** The cost of that many compressed bytes on L1, in wei and in gas of L1. */
export function l1CostOfLength(
  length: number,
  { baseFeePerGas, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }: L1Prices,
): { fee: bigint; gasUsed: bigint } {
  const estimated = intercept + perCompressedByte * BigInt(length)
  const size = estimated > leastSize ? estimated : leastSize
  const price =
    gasPerByte * baseFeeScalar * baseFeePerGas + blobBaseFeeScalar * blobBaseFee
  return {
    fee: (size * price) / (million * million),
    gasUsed: (size * gasPerByte) / million,
  }
}

/**
 * The cost of an envelope on L1, on a chain with L1 attributes, by Fjord's rule
 * (specs.optimism.io, Fjord execution engine).
 */
export function l1Cost(
  envelope: Uint8Array,
  prices: L1Prices,
): { fee: bigint; gasUsed: bigint } {
  return l1CostOfLength(compressedLength(envelope), prices)
}
