import type { Trie } from '../codec/trie.js'
import type { Hash } from '../hex/hex.js'
import { type BlockRun, newRunMemo } from './blockRun.js'
import type { ChainConfig } from './config.js'
import { type HashIndex, newHashIndex } from './hashIndex.js'
import type { ImportedBlock } from './importedBlock.js'
import { append, type Lineage } from './lineage.js'
import { nextOpenBlock } from './nextOpenBlock.js'
import type { OpenBlock } from './openBlock.js'
import { emptyQueue, type Queue } from './queue.js'
import { type ContentsMemo, newContentsMemo } from './roots/contents.js'
import { newStateRootMemo, type StateRootMemo } from './roots/stateRoot.js'
import { changeAccounts, emptyState, type State } from './state.js'
import type { AccountsParameters, Included } from './transaction.js'

/** One immutable value: replaced by intents, never edited. */
export type Chain = {
  readonly config: ChainConfig
  /** Sealed blocks, idle ones in runs. */
  readonly sealed: Lineage<BlockRun>
  readonly open: OpenBlock
  readonly queue: Queue
  /** Numbers under which `safe` and `finalized` do not fall any more. */
  readonly floors: { readonly safe: bigint; readonly finalized: bigint }
  /** Where each sealed transaction stands, by hash. */
  readonly places: Trie<Place>
  /** Numbers of the imported blocks, by hash. */
  readonly imports: Trie<bigint>
  /** The latest block's hash, if that block is not held here. */
  readonly expected: Hash | null
  /** What was computed already; saves time, changes no answer. */
  readonly memo: ChainMemo
}

export type Place = { number: bigint; transactionIndex: number }

type ChainMemo = {
  readonly stateRoots: StateRootMemo
  readonly contents: ContentsMemo
  readonly hashIndex: HashIndex
}

export function createChain(
  config: ChainConfig,
  accounts: AccountsParameters,
): Chain {
  const state = changeAccounts(emptyState, accounts)
  const sealed = append<BlockRun>(null, {
    first: 0n,
    count: 1,
    origin: { number: 0n, timestamp: config.genesisTimestamp },
    baseFeePerGas: config.baseFeePerGas,
    gasUsed: 0n,
    blobGasUsed: 0n,
    included: [],
    openingDeposit: null,
    entries: null,
    mixHash: config.mixHash,
    committed: state,
    state,
    imported: undefined,
    memo: newRunMemo(),
  })
  return {
    config,
    sealed,
    open: nextOpenBlock(config, sealed.value),
    queue: emptyQueue,
    floors: { safe: 0n, finalized: 0n },
    places: null,
    imports: null,
    expected: null,
    memo: {
      stateRoots: newStateRootMemo(),
      contents: newContentsMemo(),
      hashIndex: newHashIndex(),
    },
  }
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
  /** wei per gas */
  readonly baseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly included: readonly Included[]
  readonly state: State
  readonly imported: ImportedBlock | undefined
  readonly run: Lineage<BlockRun>
  /** Position in the run */
  readonly offset: number
}
