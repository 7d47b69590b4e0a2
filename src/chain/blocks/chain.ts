import type { Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { HashIndex } from '../indexes/hashIndex.js'
import type { LogIndex } from '../indexes/logIndex.js'
import type { Arrivals } from '../model/arrivals.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Branches } from '../model/branches.js'
import type { ChainConfig } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import type { Lineage } from '../model/lineage.js'
import type { State } from '../model/state.js'
import type { Included } from '../model/transaction.js'
import type { ContentsMemo } from '../roots/contents.js'
import type { StateRootMemo } from '../roots/stateRoot.js'
import type { OpenBlock } from './openBlock.js'
import type { Queue } from './queue.js'

/** One immutable value: replaced by intents, never edited. */
export type Chain = {
  readonly config: ChainConfig
  /** Sealed blocks, idle ones in runs. */
  readonly sealed: Lineage<BlockRun>
  /** Branches that gave way to others. */
  readonly branches: Branches
  readonly open: OpenBlock
  readonly queue: Queue
  /**
   * Transactions that reached the pool so far, even if they have left it since.
   */
  readonly arrivals: Arrivals
  /** For how many beats each transaction was held, by hash. */
  readonly delays: Trie<number>
  /** Numbers under which `safe` and `finalized` do not fall any more. */
  readonly floors: { readonly safe: bigint; readonly finalized: bigint }
  /** The place of each sealed transaction, by hash. */
  readonly places: Trie<Place>
  /** Numbers of the imported blocks, by hash. */
  readonly imports: Trie<bigint>
  /** The latest block's hash, if that block is not held here. */
  readonly expected: Hash | null
  /** Values that were computed already; saves time, changes no answer. */
  readonly memo: ChainMemo
}

export type Place = { number: bigint; transactionIndex: number }

type ChainMemo = {
  readonly stateRoots: StateRootMemo
  readonly contents: ContentsMemo
  readonly hashIndex: HashIndex
  /** Made once logs are read. */
  logIndex: LogIndex | undefined
}

export function latestNumber(chain: Chain): bigint {
  return lastNumber(chain.sealed.value)
}

export function lastNumber(run: BlockRun): bigint {
  return run.first + BigInt(run.count - 1)
}

/** One block as readers see it. */
export type BlockView = SealedBlock | OpenBlock

export type SealedBlock = {
  readonly status: 'sealed'
  readonly number: bigint
  /** unix seconds */
  readonly timestamp: bigint
  /** unix ms, if a deposit tells them */
  readonly timestampMs: bigint | undefined
  /** wei per gas */
  readonly baseFeePerGas: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly included: readonly Included[]
  readonly state: State
  readonly imported: ImportedBlock | undefined
  readonly run: Lineage<BlockRun>
  /** Position in the run */
  readonly offset: number
}
