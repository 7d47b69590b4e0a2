import { insert, type Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { ForkBase } from '../fork/createForkBase.js'
import { type BlockRun, newRunMemo } from '../model/blockRun.js'
import { type ChainConfig, cadenceAt } from '../model/config.js'
import {
  createImportedBlock,
  type ImportedBlock,
} from '../model/importedBlock.js'
import { append, type Lineage } from '../model/lineage.js'
import { emptyState, type State } from '../model/state.js'

type Forked = {
  readonly sealed: Lineage<BlockRun>
  readonly imports: Trie<bigint>
}

/**
 * The block of a fork's record with the state that a node begins with, and
 * before it, with gaps, the blocks that were recorded as history.
 */
export function forkedRuns(
  config: ChainConfig,
  fork: ForkBase,
  state: State,
): Forked {
  const { history } = fork.record
  const numbers = Object.keys(history.blocks)
    .filter((key) => /^\d+$/.test(key) && history.blocks[key] !== null)
    .map(BigInt)
    .filter((number) => number < fork.number)
    .sort((one, other) => (one < other ? -1 : 1))
  let sealed: Lineage<BlockRun> | null = null
  let imports: Trie<bigint> = null
  for (const number of [...numbers, fork.number]) {
    const isLast = number === fork.number
    const full = history.blocks[`${number}`] ?? fork.record.block
    const receipts = history.receipts[`${number}`]
    const run = runOf(
      config,
      fork,
      { number, block: full, receipts },
      isLast ? state : { ...emptyState, fork: pastOf(fork, number) },
    )
    imports = insert(imports, run.memo.hashes[0] as Hash, number)
    sealed = append(sealed, run)
  }
  return { sealed: sealed as Lineage<BlockRun>, imports }
}

function runOf(
  config: ChainConfig,
  fork: ForkBase,
  given: {
    number: bigint
    block: object
    receipts: readonly object[] | undefined
  },
  state: State,
): BlockRun {
  const { number } = given
  const imported = { ...createImportedBlock(given), fork }
  const timestamp =
    number === fork.number ? config.genesisTimestamp : imported.timestamp
  return importedRun(config, imported, {
    first: number,
    hash: imported.hash as Hash,
    milliseconds: timestamp * 1_000n,
    entries: null,
    state,
  })
}

/** State that no record holds. */
function pastOf(fork: ForkBase, number: bigint): ForkBase {
  const refuse = () => fork.refuse({ type: 'state', number })
  return { ...fork, account: refuse, slot: refuse }
}

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
    deposits: [],
    entries,
    mixHash,
    committed: state,
    state,
    imported,
    memo: { ...newRunMemo(), hashes: [hash] },
  }
}
