import type { Chain } from '../../chain/blocks/chain.js'
import { createForkBase } from '../../chain/fork/createForkBase.js'
import { importBlock } from '../../chain/intents/importBlock.js'
import { createChain } from '../../chain/lookup/createChain.js'
import { ownWords } from '../../chain/model/blockWord.js'
import type { AccountsParameters } from '../../chain/model/transaction.js'
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
      ...header,
      mixHash: header.mixHash ?? ownWords.mixHash,
      parentBeaconBlockRoot:
        header.parentBeaconBlockRoot ?? ownWords.parentBeaconBlockRoot,
      chainId,
      clientVersion,
      genesisTimestamp,
      cadences: [{ from: 0n, blockTime, baseTimeDeposit, beatsSeenBy }],
      l1Attributes,
      pendingStateRoot,
      receipts: given.answers.receipts,
      belowBaseFee: given.answers.belowBaseFee,
      defaultGas: given.answers.defaultGas,
      finalityLag,
      engine,
      hardfork,
      codeSizeLimit,
      calls,
      ...natives,
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
