import { isWire, type Wire } from '../../base/codec/wire.js'
import type { Hash } from '../../base/hex/hex.js'
import { parseAddress, parseHash, type Result } from '../../base/hex/parse.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { type BlockView, type Chain, lastNumber } from '../blocks/chain.js'
import {
  blockEnvironment,
  nextOpenBlock,
  type OpeningHeader,
} from '../blocks/contentAt.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { type BlockRun, timestampAt } from '../model/blockRun.js'
import { wordOf } from '../model/blockWord.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { type Lineage, newest } from '../model/lineage.js'
import { hashBefore } from './blockHash.js'

/** The values of a block for opcodes, an imported one being as it says. */
export function environmentOf(
  chain: Pick<Chain, 'config' | 'memo'>,
  block: BlockView,
): BlockEnvironment {
  const { imported } = block
  if (block.status === 'open')
    return imported === undefined
      ? block.environment
      : { ...block.environment, ...fieldsOf(imported) }
  const { config } = chain
  const { number, timestamp, baseFeePerGas, run } = block
  const own = {
    number,
    timestamp,
    baseFeePerGas,
    gasLimit: run.value.gasLimit,
    miner: run.value.miner,
    mixHash: wordOf(run.value.mixHash, number),
    hashOf: (wanted: bigint) => hashBefore(chain, run, wanted),
    beaconRootAt: (wanted: bigint) => beaconRootAt(chain, run, number, wanted),
  }
  return blockEnvironment(
    config,
    imported === undefined ? own : { ...own, ...fieldsOf(imported) },
  )
}

function fieldsOf(imported: ImportedBlock): Partial<BlockEnvironment> {
  const { number, timestamp, baseFeePerGas, gasLimit } = imported
  const block: unknown = JSON.parse(imported.text)
  return {
    timestamp,
    baseFeePerGas,
    gasLimit,
    ...(number !== null && { number }),
    ...(isWire(block) && {
      ...fieldOf('miner', block, parseAddress),
      ...fieldOf('mixHash', block, parseHash),
    }),
  }
}

/** Nothing checked these fields when the block was imported. */
function fieldOf<field extends 'miner' | 'mixHash'>(
  field: field,
  block: Wire,
  parse: (given: unknown) => Result<BlockEnvironment[field]>,
): Partial<BlockEnvironment> {
  const parsed = parse(block[field])
  return parsed.ok ? { [field]: parsed.value } : {}
}

/** The block that follows sealed ones, as it opens. */
export function openNext(
  { config, memo }: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  header?: OpeningHeader,
): OpenBlock {
  const number = lastNumber(sealed.value) + 1n
  return nextOpenBlock(config, sealed.value, {
    header,
    beaconRootAt: (timestamp) =>
      beaconRootAt({ config }, sealed, number, timestamp),
    hashOf: (number) => hashBefore({ config, memo }, sealed, number),
  })
}

/** The number of roots that the contract of EIP-4788 keeps. */
const kept = 8_191n

/**
 * The parent beacon block root of the block with that timestamp, among sealed
 * ones up to this number; undefined if none has it.
 */
function beaconRootAt(
  { config }: Pick<Chain, 'config'>,
  sealed: Lineage<BlockRun>,
  number: bigint,
  timestamp: bigint,
): Hash | undefined {
  const run = newest(sealed, (run) => timestampAt(run, 0) <= timestamp)?.value
  if (run === undefined) return undefined
  const offset = lastUpTo(
    (offset) => timestampAt(run, offset) <= timestamp,
    run.count,
  )
  const found = run.first + BigInt(offset)
  const isThere = timestampAt(run, offset) === timestamp
  if (!isThere || found > number || number - found >= kept) return undefined
  if (run.imported === undefined)
    return wordOf(config.parentBeaconBlockRoot, found)
  const block: unknown = JSON.parse(run.imported.text)
  const parsed = parseHash(isWire(block) && block.parentBeaconBlockRoot)
  return parsed.ok ? parsed.value : undefined
}

/**
 * The last of `count` places for which it holds, as it does for those before
 * it.
 */
function lastUpTo(holds: (at: number) => boolean, count: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
