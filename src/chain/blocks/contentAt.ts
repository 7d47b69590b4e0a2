import { lookup } from '../../base/codec/trie.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import { depositor } from '../../base/hex/addresses.js'
import {
  type Hash,
  type Nonce,
  nonceAfter,
  zeroHash,
} from '../../base/hex/hex.js'
import { lazy } from '../../base/memo/memo.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import {
  baseTimeAddress,
  millisPartSlot,
} from '../../engine/natives/predeploys/predeploys.js'
import {
  type BlockRun,
  baseFeeAt,
  isIdle,
  laterWord,
  millisecondsAt,
  millisecondsOf,
  wordOf,
} from '../model/blockRun.js'
import {
  type CadenceOrigin,
  type ChainConfig,
  cadenceAt,
} from '../model/config.js'
import { findField, readAccount, type State } from '../model/state.js'
import type { Transaction } from '../model/transaction.js'
import {
  baseTimeDeposit,
  type L2Place,
  l1AttributesDeposit,
} from './deposits.js'
import { type OpenBlock, openBlock } from './openBlock.js'

/** The block that follows the last one of `run`, as it opens. */
export function nextOpenBlock(
  config: ChainConfig,
  run: BlockRun,
  fields: OpeningFields,
): OpenBlock {
  const { state } = contentAt(config, run, run.count - 1)
  const number = run.first + BigInt(run.count)
  const origin = originOf(config, run, number)
  const { gasLimit, miner } = config
  const header = { origin, gasLimit, miner, ...fields.header }
  const nonce = nextNonce(config, state)
  return openAt(config, run, run.count, state, nonce, { ...fields, header })
}

/** The origin of the block of that number, right after `run`. */
function originOf(
  config: ChainConfig,
  run: BlockRun,
  number: bigint,
): CadenceOrigin {
  const { origin, count } = run
  const cadence = cadenceAt(config, number)
  return cadence === cadenceAt(config, number - 1n)
    ? origin
    : {
        number: number - 1n,
        milliseconds: millisecondsAt(run, count - 1),
        cadence,
        before: origin,
      }
}

/** Fields of its header that a block does not take from the one before it. */
export type OpeningHeader = Partial<
  Pick<OpenBlock, 'origin' | 'baseFeePerGas' | 'gasLimit' | 'miner' | 'mixHash'>
>

type OpeningFields = {
  readonly header?: OpeningHeader | undefined
} & Pick<BlockEnvironment, 'hashOf' | 'beaconRootAt'>

/** The deposits that open a block are scripted, and read none. */
const noHashes: OpeningFields = { hashOf: () => zeroHash }

/** Content of a block of a run, and the state that it leaves behind. */
type Content = Pick<BlockRun, 'included' | 'committed' | 'state'>

/**
 * Content of the block at `offset` in `run`. An idle one that deposits open
 * holds nothing else.
 */
export function contentAt(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
): Content {
  const { memo, deposits } = run
  if (deposits.length === 0 || !isIdle(run)) return run
  if (memo.opened?.offset !== offset) {
    const base = stateBefore(config, run, offset)
    memo.opened = { offset, ...openIdle(config, run, offset, base) }
  }
  return memo.opened
}

/**
 * The state before an idle block of `run`. Deposits write the same slots in
 * every block, so the block before may be opened on the state before them all.
 */
function stateBefore(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
): State {
  if (offset === 0) return run.state
  const { opened } = run.memo
  return opened?.offset === offset - 1
    ? opened.state
    : openIdle(config, run, offset - 1, run.state).state
}

/** Hashes of the deposits that open the block at `offset` in `run`. */
export function depositHashes(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
): readonly Hash[] {
  return contentAt(config, run, offset)
    .included.slice(0, run.deposits.length)
    .map(({ transaction }) => transaction.hash)
}

function openIdle(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
  base: State,
): Content {
  const { deposits } = run
  const nonce = nonceAfter(deposits[0]?.nonce ?? 0, offset * deposits.length)
  const { included, state } = openAt(config, run, offset, base, nonce, noHashes)
  return { included, committed: state, state }
}

/** The deposits that open blocks are counted by their sender's nonce. */
function nextNonce({ l1Attributes }: ChainConfig, state: State): Nonce {
  if (l1Attributes === null) return 0
  return findField(state, depositor, 'nonce') ?? 0
}

function openAt(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
  base: State,
  nonce: Nonce,
  { header = {}, hashOf, beaconRootAt }: OpeningFields,
): OpenBlock {
  const number = run.first + BigInt(offset)
  const {
    origin = run.origin,
    baseFeePerGas = baseFeeAt(config, run, offset),
    gasLimit = run.gasLimit,
    miner = run.miner,
    mixHash = laterWord(run.mixHash, config.mixHash),
  } = header
  const milliseconds = millisecondsOf(origin, number)
  const timestamp = milliseconds / 1000n
  return openBlock({
    number,
    timestamp,
    timestampMs: origin.cadence.baseTimeDeposit ? milliseconds : undefined,
    origin,
    baseFeePerGas,
    gasLimit,
    miner,
    baseFeeRecipient: config.baseFeeRecipient,
    mixHash,
    config,
    environment: lazy(() =>
      blockEnvironment(config, {
        number,
        timestamp,
        gasLimit,
        baseFeePerGas,
        miner,
        mixHash: wordOf(mixHash, number),
        hashOf,
        beaconRootAt: (wanted) =>
          wanted === timestamp
            ? wordOf(config.parentBeaconBlockRoot, number)
            : beaconRootAt?.(wanted),
      }),
    ),
    base,
    deposits: depositsOf(
      config,
      { number, timestamp, origin },
      milliseconds,
      () => partIn(base, origin, number),
      nonce,
    ),
  })
}

/** The part in BaseTime before the block; if unknown, the part before. */
function partIn(state: State, origin: CadenceOrigin, number: bigint): bigint {
  const { storage, isStoragePartial } = readAccount(state, baseTimeAddress)
  const word = lookup(storage, millisPartSlot)
  if (word !== undefined) return BigInt.asUintN(16, BigInt(word))
  return isStoragePartial ? millisecondsOf(origin, number - 1n) % 1_000n : 0n
}

/** The deposits that open a block, of which the first has that nonce. */
function depositsOf(
  { chainId, l1Attributes }: ChainConfig,
  place: L2Place,
  milliseconds: bigint,
  readPart: () => bigint,
  nonce: Nonce,
): readonly Transaction[] {
  if (l1Attributes === null) return []
  const ofL1 = l1AttributesDeposit(l1Attributes, place, { chainId, nonce })
  if (!place.origin.cadence.baseTimeDeposit) return [ofL1]
  const second = { chainId, nonce: nonceAfter(nonce) }
  return [ofL1, baseTimeDeposit(place.number, milliseconds, readPart(), second)]
}

type OfBlock = Pick<
  BlockEnvironment,
  | 'number'
  | 'timestamp'
  | 'gasLimit'
  | 'baseFeePerGas'
  | 'miner'
  | 'mixHash'
  | 'hashOf'
  | 'beaconRootAt'
>

/** No block of a script has blobs. */
const noBlobs: readonly never[] = []
const leastBlobBaseFee = 1n

/** Fjord's price, before Osaka gave Ethereum the precompile. */
const p256VerifyGas = 3_450n

export function blockEnvironment(
  config: Pick<
    ChainConfig,
    'chainId' | 'hardfork' | 'codeSizeLimit' | 'l1Attributes' | 'native'
  >,
  block: OfBlock,
): BlockEnvironment {
  return {
    hardfork: config.hardfork,
    chainId: BigInt(config.chainId),
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    miner: block.miner,
    mixHash: block.mixHash,
    blobHashes: noBlobs,
    blobBaseFee: leastBlobBaseFee,
    // As if no slot of the beacon chain was missed (EIP-7843).
    slotNumber: block.number,
    codeSizeLimit: config.codeSizeLimit,
    hashOf: block.hashOf,
    beaconRootAt: block.beaconRootAt,
    keccak256,
    p256VerifyGas: config.l1Attributes === null ? undefined : p256VerifyGas,
    native: config.native,
  }
}
