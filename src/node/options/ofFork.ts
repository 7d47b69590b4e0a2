import { readOptional, type Wire } from '../../base/codec/wire.js'
import { type Address, type Hex, toBytes } from '../../base/hex/hex.js'
import {
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
} from '../../base/hex/parse.js'
import type { Refusal } from '../../base/validation/problem.js'
import type { Fork } from '../../chain/fork/fork.js'
import { zeroWord } from '../../chain/model/state.js'
import type { L1AttributesOptions } from '../schema/l1Attributes.js'
import type { HeaderOptions } from './header.js'
import type { MockNodeOptions } from './options.js'

const l1Block: Address = '0x4200000000000000000000000000000000000015'
const baseFeeVault: Address = '0x4200000000000000000000000000000000000019'

/** What a node takes from its fork where no option says otherwise. */
export type OfFork = {
  readonly chainId: number
  readonly hardfork: Fork['record']['hardfork']
  /** unix seconds */
  readonly timestamp: bigint
  readonly header: HeaderOptions
  readonly l1Attributes: L1AttributesOptions | null
}

export function ofFork({ record }: Fork): OfFork {
  const block = record.block as Wire
  const quantity = (field: string) =>
    readOptional(block, 'block', field, parseQuantity)
  const extraData = readOptional(block, 'block', 'extraData', parseData) ?? '0x'
  const l1Attributes = l1AttributesOf(record)
  return {
    chainId: record.chainId,
    hardfork: record.hardfork,
    timestamp: quantity('timestamp') ?? 0n,
    header: {
      baseFeePerGas: quantity('baseFeePerGas'),
      gasLimit: quantity('gasLimit'),
      miner: readOptional(block, 'block', 'miner', parseAddress),
      mixHash: readOptional(block, 'block', 'mixHash', parseHash),
      extraData,
      ...(l1Attributes !== null && {
        baseFeeRecipient: baseFeeVault,
        ...feesIn(extraData),
      }),
    },
    l1Attributes,
  }
}

/** Of an OP chain's parameters, as its blocks carry them (Holocene, Jovian). */
function feesIn(extraData: Hex): HeaderOptions {
  const bytes = toBytes(extraData)
  const version = bytes[0]
  if (bytes.length < 9 || (version !== 0 && version !== 1)) return {}
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const denominator = view.getUint32(1)
  return {
    ...(denominator > 0 && {
      baseFeeMaxChangeDenominator: denominator,
      elasticityMultiplier: view.getUint32(5),
    }),
    ...(version === 1 &&
      bytes.length >= 17 && { minBaseFeePerGas: view.getBigUint64(9) }),
  }
}

/** What the recorded predeploy of an OP chain says of L1. */
function l1AttributesOf({
  storage,
}: Fork['record']): L1AttributesOptions | null {
  const slots = storage[l1Block]
  if (slots === undefined) return null
  const word = (slot: number) =>
    slots[`0x${slot.toString(16).padStart(64, '0')}`] ?? zeroWord
  const scalars = BigInt(word(3))
  return {
    number: BigInt.asUintN(64, BigInt(word(0))),
    baseFeePerGas: BigInt(word(1)),
    blobBaseFee: BigInt(word(7)),
    baseFeeScalar: Number(BigInt.asUintN(32, scalars >> 96n)),
    blobBaseFeeScalar: Number(BigInt.asUintN(32, scalars >> 64n)),
    batcherHash: word(4),
  }
}

/** What options say that cannot be on this fork. */
export function checkFork(given: MockNodeOptions): Refusal[] {
  const { fork, chainId, timestamp, pendingStateRoot } = given
  if (fork === undefined) return []
  const own = ofFork(fork)
  const refusals: Refusal[] = []
  if (chainId !== undefined && chainId !== own.chainId)
    refusals.push({
      path: ['chainId'],
      given: `${chainId}`,
      expected: `${own.chainId}, the chain of the fork's record`,
      advice: 'Leave it out, or give the record of that chain.',
    })
  if (timestamp !== undefined && timestamp < own.timestamp)
    refusals.push({
      path: ['timestamp'],
      given: `${timestamp}`,
      expected: `at least ${own.timestamp}, the time of the fork's block`,
    })
  if (pendingStateRoot === 'everyBeat')
    refusals.push({
      path: ['pendingStateRoot'],
      given: '"everyBeat"',
      expected: '"atSeal", as nobody knows the state roots of a fork',
      advice: 'They are zero in all blocks above it.',
    })
  return refusals
}
