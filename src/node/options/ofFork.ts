import { readOptional, type Wire } from '../../base/codec/wire.js'
import { baseFeeVault, l1BlockAddress } from '../../base/hex/addresses.js'
import { type Hex, toBytes, toWord } from '../../base/hex/hex.js'
import {
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
} from '../../base/hex/parse.js'
import type { Fork } from '../../chain/fork/fork.js'
import { zeroWord } from '../../chain/model/state.js'
import {
  type L1Value,
  readL1Value,
} from '../../engine/natives/predeploys/predeploys.js'
import type { L1AttributesOptions } from '../schema/l1Attributes.js'
import type { HeaderOptions } from './fields/header.js'
import type { MockNodeOptions } from './options.js'

/** Options that a node takes from its fork by default. */
export function ofFork({ record }: Fork) {
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
      initialBaseFeePerGas: quantity('baseFeePerGas'),
      gasLimit: quantity('gasLimit'),
      miner: readOptional(block, 'block', 'miner', parseAddress),
      mixHash: readOptional(block, 'block', 'mixHash', parseHash),
      extraData,
      ...(l1Attributes !== undefined && {
        baseFeeRecipient: baseFeeVault,
        ...feesIn(extraData),
      }),
    },
    l1Attributes,
    // Nobody knows the rest of what is under them.
    pendingStateRoot: 'atSeal',
  } satisfies MockNodeOptions
}

/** An OP chain's parameters, as its blocks carry them (Holocene, Jovian). */
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

/** The recorded predeploy's values of L1, on an OP chain. */
function l1AttributesOf({
  storage,
}: Fork['record']): L1AttributesOptions | undefined {
  const words = storage[l1BlockAddress]
  if (words === undefined) return undefined
  const value = (name: L1Value) =>
    readL1Value((slot) => words[slot] ?? zeroWord, name)
  return {
    number: value('number'),
    baseFeePerGas: value('basefee'),
    blobBaseFee: value('blobBaseFee'),
    baseFeeScalar: Number(value('baseFeeScalar')),
    blobBaseFeeScalar: Number(value('blobBaseFeeScalar')),
    batcherHash: toWord(value('batcherHash')),
  }
}
