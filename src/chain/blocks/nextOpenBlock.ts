import { type Hash, zeroHash } from '../../base/hex/hex.js'
import {
  type BlockEnvironment,
  blockEnvironment,
} from '../execution/blockEnvironment.js'
import {
  type BlockRun,
  baseFeeAt,
  isIdle,
  timestampAt,
} from '../model/blockRun.js'
import type { ChainConfig } from '../model/config.js'
import { depositor, l1AttributesDeposit } from '../model/l1Attributes.js'
import { readAccount, type State } from '../model/state.js'
import { type OpenBlock, openBlock } from './openBlock.js'

/** The block that follows the last one of `run`, as it opens. */
export function nextOpenBlock(
  config: ChainConfig,
  run: BlockRun,
  fields: OpeningFields,
): OpenBlock {
  const { state } = contentAt(config, run, run.count - 1)
  return openAt(config, run, run.count, state, nextNonce(state), fields)
}

type OpeningFields = {
  /** That of the run, but on another branch. */
  readonly mixHash?: Hash | undefined
} & Pick<BlockEnvironment, 'hashOf' | 'beaconRootAt'>

/** The deposit that opens a block is scripted, and reads none. */
const noHashes: OpeningFields = { hashOf: () => zeroHash }

/** What a block of a run holds, and leaves behind. */
type Content = Pick<BlockRun, 'included' | 'committed' | 'state'>

/**
 * What the block at `offset` in `run` holds. An idle one that a deposit opens
 * holds nothing else, and as that deposit writes the same slots in every
 * block, it is made from the state before the run, wherever it stands in it.
 */
export function contentAt(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
): Content {
  const { memo, openingDeposit } = run
  if (openingDeposit === null || !isIdle(run)) return run
  if (memo.opened?.offset !== offset) {
    const nonce = openingDeposit.nonce + offset
    memo.opened = { offset, ...contentOf(config, run, offset, nonce) }
  }
  return memo.opened
}

function contentOf(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
  nonce: number,
): Content {
  const { included, state } = openAt(
    config,
    run,
    offset,
    run.state,
    nonce,
    noHashes,
  )
  return { included, committed: state, state }
}

/** The deposits that open blocks are counted by their sender's nonce. */
function nextNonce(state: State): number {
  return Number(readAccount(state, depositor).nonce ?? 0)
}

function openAt(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
  base: State,
  nonce: number,
  { mixHash = run.mixHash, hashOf, beaconRootAt }: OpeningFields,
): OpenBlock {
  const number = run.first + BigInt(offset)
  const timestamp = timestampAt(config, run, offset)
  const { blockTime, chainId, gasLimit, l1Attributes, miner } = config
  const baseFeePerGas = baseFeeAt(config, run, offset)
  return openBlock({
    number,
    timestamp,
    baseFeePerGas,
    gasLimit,
    miner,
    baseFeeRecipient: config.baseFeeRecipient,
    mixHash,
    config,
    environment: blockEnvironment(config, {
      number,
      timestamp,
      gasLimit,
      baseFeePerGas,
      miner,
      mixHash,
      hashOf,
      beaconRootAt,
    }),
    base,
    openingDeposit:
      l1Attributes === null
        ? null
        : l1AttributesDeposit(
            l1Attributes,
            { number, timestamp, origin: run.origin, blockTime },
            { chainId, nonce },
          ),
  })
}
