import {
  bytes,
  string,
  toDigits,
  tuple,
  uint16,
  uint256,
} from '../../../base/abi/abi.js'
import { depositor, l1BlockAddress } from '../../../base/hex/addresses.js'
import {
  type Address,
  type Hash,
  type Hex,
  toBytes,
  toWord,
  zeroHash,
} from '../../../base/hex/hex.js'
import type { Native, NativeFrame, StateReader } from '../../engine.js'
import { compressedLength, type L1Prices, l1CostOfLength } from '../../gas.js'
import {
  builtInContract,
  builtInFunction,
  type Outcome,
  revertWith,
  succeed,
} from '../functions/nativeContract.js'
import { weth9 } from './weth9.js'

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
const l1Block = builtInContract(() =>
  (Object.keys(places) as L1Value[]).map((name) =>
    builtInFunction(name, [], ({ state, address }) =>
      succeed(toDigits(readL1Value((slot) => state.slot(address, slot), name))),
    ),
  ),
)

/** The prices that L1 charges, as the chain's contracts know them. */
function readL1Prices(state: StateReader): L1Prices {
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

/** Bytes of a signature, which what it is asked about has none of. */
const signature = 68

/** The cost of a transaction of that text on L1, once it is signed. */
const costOf = ({ state }: NativeFrame, unsigned: Hex) =>
  l1CostOfLength(
    compressedLength(toBytes(unsigned)) + signature,
    readL1Prices(state),
  )

/** GasPriceOracle, as of Isthmus. */
const gasPriceOracle = builtInContract(() => [
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

/** Contracts of OP chains from their genesis on, by address. */
export const predeploys: { readonly [address: Address]: Native } = {
  '0x4200000000000000000000000000000000000006': weth9,
  '0x420000000000000000000000000000000000000f': gasPriceOracle,
  [l1BlockAddress]: l1Block,
}

/*
 * Gas of `setTimestampMillisPart` behind its proxy, as base/base has recorded
 * it in `denim_native.rs`: 28,893 gas if 0 stays 0, and 48,805, 31,717 and
 * 26,893 if a part becomes 200, 400 and 0. Between them lie EIP-2929 and
 * EIP-3529 and the bytes of the calldata.
 */
const gasWithoutWrite = 26_693n
const kept = 2_200n
const set = 22_100n
const changed = 5_000n
const refund = 4_800n
/** Gas of a byte that is not 0, beyond that of a zero byte. */
const nonZeroByte = 12n

/** The most that it uses. */
export const mostBaseTimeGas = 48_817n

/** Gas of the deposit that has that part of a second take the place of another. */
export function baseTimeGas(before: bigint, part: bigint): bigint {
  const bytes = part === 0n ? 0n : part < 256n ? 1n : 2n
  const spent = gasWithoutWrite + bytes * nonZeroByte
  if (before === part) return spent + kept
  if (before === 0n) return spent + set
  return part === 0n ? spent + changed - refund : spent + changed
}

/** The contract that the second deposit of a block writes and contracts ask. */
export const baseTimeAddress: Address =
  '0x4200000000000000000000000000000000000030'

/** The slot of a proxy's implementation (EIP-1967). */
export const implementationSlot: Hash =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** The slot of the ms within a second. */
export const millisPartSlot = zeroHash

/** BaseTime of base/contracts, behind its proxy: it reverts until it is linked. */
export const baseTime = builtInContract(() => [
  linked('timestampMillisPart', (frame) => readPart(frame)),
  linked(
    'timestampMs',
    (frame) => frame.environment.timestamp * 1_000n + readPart(frame),
  ),
  builtInFunction('version', [], (frame) =>
    isLinked(frame) ? succeed(tuple(string).encode(['1.0.0'])) : unlinked,
  ),
  builtInFunction('setTimestampMillisPart', [uint16], (frame, part) => {
    if (!isLinked(frame)) return unlinked
    if (frame.caller !== depositor) return notDepositor()
    if (part > 800n || part % 200n !== 0n) return invalidPart()
    frame.setSlot(millisPartSlot, toWord(part))
    return succeed('')
  }),
])

function linked(name: string, read: (frame: NativeFrame) => bigint) {
  return builtInFunction(name, [], (frame) =>
    isLinked(frame) ? succeed(toDigits(read(frame))) : unlinked,
  )
}

function isLinked({ state, address }: NativeFrame): boolean {
  return BigInt(state.slot(address, implementationSlot)) !== 0n
}

function readPart({ state, address }: NativeFrame): bigint {
  return BigInt.asUintN(16, BigInt(state.slot(address, millisPartSlot)))
}

const unlinked: Outcome = { status: 'reverted', output: '0x' }
const notDepositor = () => revertWith('BaseTime_NotDepositor', [])([])
const invalidPart = () =>
  revertWith('BaseTime_InvalidTimestampMillisPart', [])([])
