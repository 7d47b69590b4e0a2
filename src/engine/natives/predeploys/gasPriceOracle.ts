import { bytes, toDigits, uint256 } from '../../../base/abi/abi.js'
import { type Hex, toBytes } from '../../../base/hex/hex.js'
import { compressedLength } from '../../compressedLength.js'
import type { NativeFrame } from '../../engine.js'
import { l1CostOfLength } from '../../l1Cost.js'
import {
  builtInContract,
  builtInFunction,
  succeed,
} from '../functions/builtInFunction.js'
import { readL1Prices } from './l1Block.js'

/** Bytes of a signature, which what it is asked about has none of. */
const signature = 68

/** The cost of a transaction of that text on L1, once it is signed. */
const costOf = ({ state }: NativeFrame, unsigned: Hex) =>
  l1CostOfLength(
    compressedLength(toBytes(unsigned)) + signature,
    readL1Prices(state),
  )

/** GasPriceOracle, as of Isthmus. */
export const gasPriceOracle = builtInContract(() => [
  getter('baseFee', ({ environment }) => environment.baseFeePerGas),
  getter('gasPrice', ({ environment }) => environment.baseFeePerGas),
  getter('decimals', () => 6n),
  getter('DECIMALS', () => 6n),
  getter('isEcotone', () => 1n),
  getter('isFjord', () => 1n),
  getter('isIsthmus', () => 1n),
  getter('l1BaseFee', ({ state }) => readL1Prices(state).baseFeePerGas),
  getter('blobBaseFee', ({ state }) => readL1Prices(state).blobBaseFee),
  getter('baseFeeScalar', ({ state }) => readL1Prices(state).baseFeeScalar),
  getter(
    'blobBaseFeeScalar',
    ({ state }) => readL1Prices(state).blobBaseFeeScalar,
  ),
  builtInFunction('getL1Fee', [bytes], (frame, unsigned) =>
    succeed(toDigits(costOf(frame, unsigned).fee)),
  ),
  builtInFunction('getL1GasUsed', [bytes], (frame, unsigned) =>
    succeed(toDigits(costOf(frame, unsigned).gasUsed)),
  ),
  builtInFunction('getL1FeeUpperBound', [uint256], ({ state }, size) => {
    const signed = size + BigInt(signature)
    const longest = Number(signed + signed / 255n + 16n)
    return succeed(toDigits(l1CostOfLength(longest, readL1Prices(state)).fee))
  }),
  // No operator fee is charged.
  builtInFunction('getOperatorFee', [uint256], () => succeed(toDigits(0n))),
])

function getter(name: string, read: (frame: NativeFrame) => bigint) {
  return builtInFunction(name, [], (frame) => succeed(toDigits(read(frame))))
}
