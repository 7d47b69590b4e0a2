import type { Hash } from '../../base/hex/hex.js'
import { type BlockRun, newRunMemo } from '../model/blockRun.js'
import { cadenceAt } from '../model/cadence.js'
import type { ChainConfig } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'

type Place = Pick<BlockRun, 'first' | 'entries' | 'state'> & {
  readonly hash: Hash
  /** unix ms */
  readonly milliseconds: bigint
}

/** A real node's block as a run, given its place and the state after it. */
export function importedRun(
  config: ChainConfig,
  imported: ImportedBlock,
  { first, hash, milliseconds, entries, state }: Place,
): BlockRun {
  const { baseFeePerGas, gasLimit, gasUsed, blobGasUsed } = imported
  const { miner, mixHash } = config
  const cadence = cadenceAt(config, first)
  return {
    first,
    count: 1,
    origin: { number: first, milliseconds, cadence, before: null },
    baseFeePerGas,
    gasLimit,
    miner,
    gasUsed,
    blobGasUsed,
    included: [],
    openings: [],
    entries,
    mixHash,
    committed: state,
    state,
    imported,
    memo: { ...newRunMemo(), hashes: [hash] },
  }
}
