import type { Chain } from '../blocks/chain.js'
import { emptyQueue } from '../blocks/queue.js'
import { newHashIndex } from '../indexes/hashIndex.js'
import { type BlockRun, newRunMemo } from '../model/blockRun.js'
import { type ChainConfig, cadenceAt } from '../model/config.js'
import { append, type Lineage } from '../model/lineage.js'
import { changeAccounts, emptyState, type State } from '../model/state.js'
import type { AccountsParameters } from '../model/transaction.js'
import { newContentsMemo, newStateRootMemo } from '../roots/roots.js'
import { openNext } from './environmentOf.js'
import { forkedRuns } from './recordedRuns.js'

export function createChain(
  config: ChainConfig,
  accounts: AccountsParameters,
): Chain {
  const { fork } = config
  const state = changeAccounts({ ...emptyState, fork }, accounts)
  const { sealed, imports } =
    fork === null
      ? { sealed: genesis(config, state), imports: null }
      : forkedRuns(config, fork, state)
  const memo = {
    stateRoots: newStateRootMemo(),
    contents: newContentsMemo(),
    hashIndex: newHashIndex(),
    logIndex: undefined,
  }
  const oldest = fork?.number ?? 0n
  return {
    config,
    sealed,
    open: openNext({ config, memo }, sealed),
    queue: emptyQueue,
    withheld: null,
    delays: null,
    floors: { safe: oldest, finalized: oldest },
    places: null,
    imports,
    expected: null,
    log: null,
    memo,
  }
}

function genesis(config: ChainConfig, state: State): Lineage<BlockRun> {
  return append<BlockRun>(null, {
    first: 0n,
    count: 1,
    origin: {
      number: 0n,
      milliseconds: config.genesisTimestamp * 1_000n,
      cadence: cadenceAt(config, 0n),
      before: null,
    },
    baseFeePerGas: config.initialBaseFeePerGas,
    gasLimit: config.gasLimit,
    miner: config.miner,
    gasUsed: 0n,
    blobGasUsed: 0n,
    included: [],
    deposits: [],
    entries: null,
    mixHash: config.mixHash,
    committed: state,
    state,
    imported: undefined,
    memo: newRunMemo(),
  })
}
