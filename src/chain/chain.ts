import type { Trie } from '../codec/trie.js'
import type { Hash } from '../hex/hex.js'
import type { ChainConfig } from './config.js'
import type { ImportedBlock } from './importedBlock.js'
import { append, type Lineage } from './lineage.js'
import { nextOpenBlock } from './nextOpenBlock.js'
import { emptyQueue, type OpenBlock, type Queue } from './openBlock.js'
import { type ContentsMemo, newContentsMemo } from './roots/contents.js'
import { newStateRootMemo, type StateRootMemo } from './roots/stateRoot.js'
import { newRunMemo, type Run } from './run.js'
import { changeAccounts, emptyState, type State } from './state.js'
import type { AccountsParameters, Included } from './transaction.js'

/** One immutable value: replaced by intents, never edited. */
export type Chain = {
  readonly config: ChainConfig
  /** Sealed blocks, idle ones in runs. */
  readonly sealed: Lineage<Run>
  readonly open: OpenBlock
  readonly queue: Queue
  /** Numbers under which `safe` and `finalized` never fall again. */
  readonly floors: { readonly safe: bigint; readonly finalized: bigint }
  /** Where each sealed transaction stands, by hash. */
  readonly places: Trie<Place>
  /** Numbers of the imported blocks, by hash. */
  readonly imports: Trie<bigint>
  /** The latest block's hash, where that is none of the blocks held here. */
  readonly expected: Hash | null
  /** What was computed already: saves time, changes no answer. */
  readonly memo: ChainMemo
}

export type Place = { number: bigint; transactionIndex: number }

type ChainMemo = {
  readonly stateRoots: StateRootMemo
  readonly contents: ContentsMemo
  /** Numbers of the blocks hashed so far, of abandoned branches too. */
  readonly numbers: Map<Hash, bigint>
  /** The same of the deposits that open idle blocks. */
  readonly openings: Map<Hash, bigint>
}

export function createChain(
  config: ChainConfig,
  accounts: AccountsParameters,
): Chain {
  const state = changeAccounts(emptyState, accounts)
  const sealed = append<Run>(null, {
    first: 0n,
    count: 1,
    origin: { number: 0n, timestamp: config.genesisTimestamp },
    baseFeePerGas: config.baseFeePerGas,
    gasUsed: 0n,
    blobGasUsed: 0n,
    included: [],
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
      numbers: new Map(),
      openings: new Map(),
    },
  }
}

export function latestNumber(chain: Chain): bigint {
  return lastNumber(chain.sealed.value)
}

export function lastNumber(run: Run): bigint {
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
  readonly run: Lineage<Run>
  /** Position in the run */
  readonly offset: number
}
