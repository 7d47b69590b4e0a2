import { keccak256 } from '../../base/hash/keccak256.js'
import { depositor, l1BlockAddress } from '../../base/hex/addresses.js'
import {
  type Hash,
  type Hex,
  type Nonce,
  toBytes,
  toHex,
  toWord,
} from '../../base/hex/hex.js'
import {
  baseTimeAddress,
  baseTimeGas,
  implementationSlot,
  l1BlockStorage,
  millisPartSlot,
} from '../../engine/natives/predeploys/predeploys.js'
import type { CadenceOrigin, L1Attributes } from '../model/config.js'
import { createTransaction } from '../model/createTransaction.js'
import type { Transaction } from '../model/transaction.js'

/** The source of a deposit, apart from the sources of other domains. */
function sourceHashIn(domain: bigint, source: Hex): Hash {
  const inner = toHex(keccak256(toBytes(source)))
  return toHex(keccak256(toBytes(`${toWord(domain)}${inner.slice(2)}`)))
}

/** The place of an L2 block. */
export type L2Place = {
  readonly number: bigint
  /** unix seconds */
  readonly timestamp: bigint
  readonly origin: CadenceOrigin
}

/** seconds from L1 block to L1 block */
const l1BlockTime = 12n

export const depositGas = 1_000_000n

/** The selector of `setL1BlockValuesIsthmus()`, whose arguments are packed. */
const functionSelector = '098999be'

/**
 * The deposit that opens a block of an OP chain and writes L1's values to its
 * contracts (specs.optimism.io, deposits and L1 attributes, as of Isthmus).
 */
export function l1AttributesDeposit(
  l1: L1Attributes,
  place: L2Place,
  { chainId, nonce }: { chainId: number; nonce: Nonce },
): Transaction {
  const origin = l1Origin(l1, place)
  return createTransaction(
    {
      type: 'deposit',
      from: depositor,
      to: l1BlockAddress,
      gas: depositGas,
      gasUsed: l1.gasUsed,
      data: encode(l1, origin),
      sourceHash: sourceHash(origin.hash, origin.sequenceNumber),
      changes: { [l1BlockAddress]: { storage: storageOf(l1, origin) } },
    },
    { chainId, nonce, baseFeePerGas: 0n },
  )
}

/** The L1 block that an L2 block is derived from. */
type L1Origin = {
  number: bigint
  /** unix seconds */
  timestamp: bigint
  hash: Hash
  /** How many L2 blocks before this one have the same origin. */
  sequenceNumber: bigint
}

function l1Origin(l1: L1Attributes, place: L2Place): L1Origin {
  const start = startOf(place.origin).milliseconds / 1000n
  const passed = (place.timestamp - start) / l1BlockTime
  const number = l1.number + passed
  const timestamp = start + passed * l1BlockTime
  return {
    number,
    timestamp,
    hash: toHex(keccak256(toBytes(toWord(number)))),
    sequenceNumber: place.number - firstSince(timestamp, place.origin),
  }
}

/** Whatever the cadence has been since, L1 goes on. */
function startOf({
  before,
  ...origin
}: CadenceOrigin): Omit<CadenceOrigin, 'before'> {
  return before === null ? origin : startOf(before)
}

/** The number of the first L2 block of that time in seconds, or after it. */
function firstSince(timestamp: bigint, origin: CadenceOrigin): bigint {
  const { number, milliseconds, cadence, before } = origin
  // Timestamps are rounded down, so that this is the first that reaches it.
  const left = timestamp * 1_000n - milliseconds
  if (left <= 0n)
    return before === null || left === 0n
      ? number
      : firstSince(timestamp, before)
  return number + divideUp(left, BigInt(cadence.blockTime))
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

function encode(l1: L1Attributes, origin: L1Origin): Hex {
  const operatorFee = bytes(0n, 12)
  return `0x${functionSelector}${[
    bytes(BigInt(l1.baseFeeScalar), 4),
    bytes(BigInt(l1.blobBaseFeeScalar), 4),
    bytes(origin.sequenceNumber, 8),
    bytes(origin.timestamp, 8),
    bytes(origin.number, 8),
    bytes(l1.baseFeePerGas, 32),
    bytes(l1.blobBaseFee, 32),
    origin.hash.slice(2),
    l1.batcherHash.slice(2),
    operatorFee,
  ].join('')}`
}

function storageOf(l1: L1Attributes, origin: L1Origin) {
  return l1BlockStorage({
    number: origin.number,
    timestamp: origin.timestamp,
    basefee: l1.baseFeePerGas,
    hash: BigInt(origin.hash),
    sequenceNumber: origin.sequenceNumber,
    blobBaseFeeScalar: BigInt(l1.blobBaseFeeScalar),
    baseFeeScalar: BigInt(l1.baseFeeScalar),
    batcherHash: BigInt(l1.batcherHash),
    blobBaseFee: l1.blobBaseFee,
    operatorFeeConstant: 0n,
  })
}

/** Unlike that of a user's deposit, it is in the domain of number 1. */
function sourceHash(l1Hash: Hash, sequenceNumber: bigint): Hash {
  return sourceHashIn(1n, `${l1Hash}${toWord(sequenceNumber).slice(2)}`)
}

function bytes(value: bigint, length: number): string {
  return value.toString(16).padStart(2 * length, '0')
}

const implementation = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30030'

/** The selector of `setTimestampMillisPart(uint16)`. */
const setMillisPart = '86bdf394'

/** Blocks stand at whole multiples of this number of ms within their second. */
export const baseTimeStep = 200

/**
 * The second deposit of a block, which tells contracts the ms of its time
 * (docs.base.org, the specification of Denim; base/base `base_time.rs`).
 *
 * @param milliseconds - unix ms of the block
 * @param before - the part that its contract holds until then
 */
export function baseTimeDeposit(
  number: bigint,
  milliseconds: bigint,
  before: bigint,
  { chainId, nonce }: { chainId: number; nonce: Nonce },
): Transaction {
  const part = toWord(milliseconds % 1_000n)
  return createTransaction(
    {
      type: 'deposit',
      from: depositor,
      to: baseTimeAddress,
      gas: depositGas,
      gasUsed: baseTimeGas(before, milliseconds % 1_000n),
      data: `0x${setMillisPart}${part.slice(2)}`,
      sourceHash: sourceHashIn(3n, toWord(number)),
      changes: {
        [baseTimeAddress]: {
          storage: {
            [millisPartSlot]: part,
            // Linked as the first of these blocks begins.
            [implementationSlot]: toWord(BigInt(implementation)),
          },
        },
      },
    },
    { chainId, nonce, baseFeePerGas: 0n },
  )
}
