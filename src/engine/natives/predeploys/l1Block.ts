import { toDigits } from '../../../base/abi/abi.js'
import { l1BlockAddress } from '../../../base/hex/addresses.js'
import { type Hex, toWord } from '../../../base/hex/hex.js'
import type { StateReader } from '../../engine.js'
import type { L1Prices } from '../../l1Cost.js'
import {
  builtInContract,
  builtInFunction,
  succeed,
} from '../functions/builtInFunction.js'

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

export type L1Value = keyof typeof places

/** The getters of L1Block, as of Isthmus. */
export const l1Block = builtInContract(() =>
  (Object.keys(places) as L1Value[]).map((name) =>
    builtInFunction(name, [], ({ state, address }) =>
      succeed(toDigits(readL1Value((slot) => state.slot(address, slot), name))),
    ),
  ),
)

/** The prices that L1 charges, as the chain's contracts know them. */
export function readL1Prices(state: StateReader): L1Prices {
  const value = (name: L1Value) =>
    readL1Value((slot) => state.slot(l1BlockAddress, slot), name)
  return {
    baseFeePerGas: value('basefee'),
    blobBaseFee: value('blobBaseFee'),
    baseFeeScalar: value('baseFeeScalar'),
    blobBaseFeeScalar: value('blobBaseFeeScalar'),
  }
}

/** A value of L1Block, given the words of its storage. */
export function readL1Value(wordAt: (slot: Hex) => Hex, name: L1Value): bigint {
  const [slot, beside, bits] = places[name]
  return BigInt.asUintN(bits, BigInt(wordAt(toWord(slot))) >> beside)
}

/** The words of its storage that hold these values. */
export function l1BlockStorage(
  values: {
    readonly [name in L1Value]?: bigint
  },
): { readonly [slot: Hex]: Hex } {
  const words = new Map<bigint, bigint>()
  for (const [name, value] of Object.entries(values)) {
    const [slot, beside] = places[name as L1Value]
    words.set(slot, (words.get(slot) ?? 0n) | (value << beside))
  }
  return Object.fromEntries(
    [...words].map(([slot, word]) => [toWord(slot), toWord(word)]),
  )
}
