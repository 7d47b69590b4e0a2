import type { Chain } from '../../chain/blocks/chain.js'
import { emptyQueue } from '../../chain/blocks/queue.js'
import { createForkBase } from '../../chain/fork/createForkBase.js'
import { newHashIndex } from '../../chain/indexes/hashIndex.js'
import { newPlaceIndex } from '../../chain/indexes/placeIndex.js'
import { importBlock } from '../../chain/intents/importBlock.js'
import { openNext } from '../../chain/lookup/blockHash.js'
import { forkedRuns } from '../../chain/lookup/recordedRuns.js'
import {
  type BlockRun,
  newRunMemo,
  ownWords,
} from '../../chain/model/blockRun.js'
import { type ChainConfig, cadenceAt } from '../../chain/model/config.js'
import { append, type Lineage } from '../../chain/model/lineage.js'
import {
  changeAccounts,
  emptyState,
  type State,
} from '../../chain/model/state.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
import { newContentsMemo, newStateRootMemo } from '../../chain/roots/roots.js'
import type { Engine } from '../../engine/engine.js'
import {
  createNatives,
  type Natives,
  withBaseTime,
} from '../../engine/natives/createNatives.js'
import type { Options } from './resolveOptions.js'

/** 1 January 2026, so that the same script gives the same bytes. */
const defaultTimestamp = 1_767_225_600n

/**
 * The chain that the options describe, before any time has passed.
 *
 * @param epoch - unix ms at which the node begins, if its clock knows.
 */
export function firstChain(
  given: Options & { readonly engine: Engine },
  epoch: number | undefined,
): Chain {
  const { header, chainId, clientVersion, blockTime, baseTimeDeposit } = given
  const { l1Attributes, pendingStateRoot, beatsSeenBy } = given
  const { finalityLag, engine, hardfork, codeSizeLimit, calls } = given
  const { receipts, belowBaseFee, unminable, pending } = given.answers
  const { replacement, defaultGas, nativeBalance } = given.answers
  const genesisTimestamp =
    given.timestamp ??
    (epoch === undefined
      ? (given.profile?.options.timestamp ?? defaultTimestamp)
      : BigInt(Math.floor(epoch / 1000)))
  const natives = createNatives({ isOp: l1Attributes !== null, hardfork })
  const fork = given.fork === undefined ? null : createForkBase(given.fork)
  // A live chain has its own at these addresses.
  const codeAt = fork === null ? natives.codeAt : () => undefined
  const chain = createChain(
    {
      initialBaseFeePerGas: header.initialBaseFeePerGas,
      firstBaseFeePerGas: header.firstBaseFeePerGas,
      baseFeeMaxChangeDenominator: header.baseFeeMaxChangeDenominator,
      elasticityMultiplier: header.elasticityMultiplier,
      minBaseFeePerGas: header.minBaseFeePerGas,
      gasLimit: header.gasLimit,
      miner: header.miner,
      baseFeeRecipient: header.baseFeeRecipient,
      extraData: header.extraData,
      mixHash: header.mixHash ?? ownWords.mixHash,
      parentBeaconBlockRoot:
        header.parentBeaconBlockRoot ?? ownWords.parentBeaconBlockRoot,
      chainId,
      clientVersion,
      genesisTimestamp,
      cadences: [{ from: 0n, blockTime, baseTimeDeposit, beatsSeenBy }],
      l1Attributes,
      pendingStateRoot,
      receipts,
      belowBaseFee,
      unminable,
      pending,
      replacement,
      defaultGas,
      nativeBalance,
      finalityLag,
      engine,
      hardfork,
      codeSizeLimit,
      calls,
      native: natives.native,
      contracts: natives.contracts,
      accountOf: natives.accountOf,
      codeAt: baseTimeDeposit ? withBaseTime(codeAt) : codeAt,
      fork,
    },
    withContracts(given, natives),
  )
  return given.importedBlocks.reduce(
    (before, block) => importBlock(before, block).chain,
    chain,
  )
}

/** A script's account of a contract counts more. */
function withContracts(
  { accounts, contracts }: Options,
  { accountOf }: Natives,
): AccountsParameters {
  const all = { ...accounts }
  for (const contract of contracts) {
    const own = accountOf(contract)
    const given = accounts[contract.address]
    const storage = { ...own.storage, ...given?.storage }
    all[contract.address] = { ...own, ...given, storage }
  }
  return all
}

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
    placeIndex: newPlaceIndex(),
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
