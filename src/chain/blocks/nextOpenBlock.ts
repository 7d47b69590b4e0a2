import { type Hash, zeroHash } from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import { blockEnvironment } from '../execution/blockEnvironment.js'
import {
  type BlockRun,
  baseFeeAt,
  isIdle,
  timestampOf,
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
  const { gasLimit, miner } = config
  const header = { gasLimit, miner, ...fields.header }
  const nonce = nextNonce(state)
  return openAt(config, run, run.count, state, nonce, { ...fields, header })
}

/** What of its header a block does not have from the one before it. */
export type OpeningHeader = Partial<
  Pick<OpenBlock, 'origin' | 'baseFeePerGas' | 'gasLimit' | 'miner' | 'mixHash'>
>

type OpeningFields = {
  readonly header?: OpeningHeader | undefined
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
  { header = {}, hashOf, beaconRootAt }: OpeningFields,
): OpenBlock {
  const { chainId, l1Attributes } = config
  const number = run.first + BigInt(offset)
  const {
    origin = run.origin,
    baseFeePerGas = baseFeeAt(config, run, offset),
    gasLimit = run.gasLimit,
    miner = run.miner,
    mixHash = run.mixHash,
  } = header
  const timestamp = timestampOf(origin, number)
  return openBlock({
    number,
    timestamp,
    origin,
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
      beaconRootAt: (wanted) =>
        wanted === timestamp
          ? config.parentBeaconBlockRoot
          : beaconRootAt?.(wanted),
    }),
    base,
    openingDeposit:
      l1Attributes === null
        ? null
        : l1AttributesDeposit(
            l1Attributes,
            { number, timestamp, origin },
            { chainId, nonce },
          ),
  })
}
