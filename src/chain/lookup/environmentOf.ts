import { isWire, type Wire } from '../../base/codec/wire.js'
import { parseAddress, parseHash, type Result } from '../../base/hex/parse.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { BlockView, Chain } from '../blocks/chain.js'
import { blockEnvironment } from '../execution/blockEnvironment.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { beaconRootAt } from './beaconRootAt.js'
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
    mixHash: run.value.mixHash,
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
