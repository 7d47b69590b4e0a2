import { type BlockRun, newRunMemo } from './blockRun.js'
import type { Chain } from './chain.js'
import type { ChainConfig } from './config.js'
import { openNext } from './execution/openNext.js'
import { append } from './lineage.js'
import { noArrivals } from './mempool/arrivals.js'
import { emptyQueue } from './queue.js'
import { newContentsMemo } from './roots/contents.js'
import { newHashIndex } from './roots/hashIndex.js'
import { newStateRootMemo } from './roots/stateRoot.js'
import { changeAccounts, emptyState } from './state.js'
import type { AccountsParameters } from './transaction.js'

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
  const memo = {
    stateRoots: newStateRootMemo(),
    contents: newContentsMemo(),
    hashIndex: newHashIndex(),
  }
  return {
    config,
    sealed,
    branches: null,
    open: openNext({ config, memo }, sealed),
    queue: emptyQueue,
    arrivals: noArrivals,
    delays: null,
    floors: { safe: 0n, finalized: 0n },
    places: null,
    imports: null,
    expected: null,
    memo,
  }
}
