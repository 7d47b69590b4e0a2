import { toDigits } from '../../../base/abi/abiType.js'
import { type Address, toWord } from '../../../base/hex/hex.js'
import type { StateReader } from '../../engine.js'
import type { L1Prices } from '../../l1Cost.js'
import {
  builtInContract,
  builtInFunction,
  succeed,
} from '../functions/builtInFunction.js'

/**
 * The contract that the deposit at the start of a block writes and contracts
 * ask.
 */
export const l1BlockAddress: Address =
  '0x4200000000000000000000000000000000000015'

/** Where L1Block keeps each value: slot, bits beside it, and how many. */
const places = {
  number: [0n, 0n, 64],
  timestamp: [0n, 64n, 64],
  basefee: [1n, 0n, 256],
  hash: [2n, 0n, 256],
  sequenceNumber: [3n, 0n, 64],
  blobBaseFeeScalar: [3n, 64n, 32],
  baseFeeScalar: [3n, 96n, 32],
  batcherHash: [4n, 0n, 256],
  l1FeeOverhead: [5n, 0n, 256],
  l1FeeScalar: [6n, 0n, 256],
  blobBaseFee: [7n, 0n, 256],
  operatorFeeConstant: [8n, 0n, 64],
  operatorFeeScalar: [8n, 64n, 32],
} as const

type Place = keyof typeof places

/** The getters of L1Block, as of Isthmus. */
export const l1Block = builtInContract(() =>
  (Object.keys(places) as Place[]).map((name) =>
    builtInFunction(name, [], ({ state, address }) =>
      succeed(toDigits(read(state, address, name))),
    ),
  ),
)

/** The prices that L1 charges, as the chain's contracts know them. */
export function readL1Prices(state: StateReader): L1Prices {
  const value = (name: Place) => read(state, l1BlockAddress, name)
  return {
    baseFeePerGas: value('basefee'),
    blobBaseFee: value('blobBaseFee'),
    baseFeeScalar: value('baseFeeScalar'),
    blobBaseFeeScalar: value('blobBaseFeeScalar'),
  }
}

function read(state: StateReader, address: Address, name: Place): bigint {
  const [slot, beside, bits] = places[name]
  return BigInt.asUintN(
    bits,
    BigInt(state.slot(address, toWord(slot))) >> beside,
  )
}
