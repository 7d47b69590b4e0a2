import {
  emptyRequestsHash,
  emptyUnclesHash,
  encodeHeader,
  type Header,
  hashHeader,
  blockSize as sizeOf,
} from '../../base/codec/header.js'
import { isWire, type Wire } from '../../base/codec/wire.js'
import { PresealError } from '../../base/errors/errors.js'
import {
  type Address,
  type Hash,
  parseAddress,
  parseHash,
  type Result,
  zeroHash,
} from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import {
  type BlockView,
  type Chain,
  lastNumber,
  type SealedBlock,
} from '../blocks/chain.js'
import {
  blockEnvironment,
  contentAt,
  depositHashes,
  nextOpenBlock,
  type OpeningHeader,
} from '../blocks/contentAt.js'
import type { OpenBlock } from '../blocks/openBlock.js'
import { readHeader } from '../imports/readHeader.js'
import {
  type BlockRun,
  baseFeeAt,
  gasUsedAt,
  timestampAt,
  wordOf,
} from '../model/blockRun.js'
import type { BlockWord } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { type Lineage, newest } from '../model/lineage.js'
import type { State } from '../model/state.js'
import type { Included } from '../model/transaction.js'
import { accessListOf } from '../roots/accesses.js'
import { committedRoot, contentsOf, withdrawalsRoot } from '../roots/roots.js'

const mostUnhashed = 100_000
const mostInReads = 1_000_000

/** All that hashes depend on beside the blocks. */
type Context = Pick<Chain, 'config' | 'memo'>

type OpenHeader = { header: Header; hash: Hash; size: number }

/**
 * Partial headers are read many times between two beats, and seldom later: a
 * history that keeps its open blocks need not keep a header for each.
 */
let openHeaders = new WeakMap<OpenBlock, OpenHeader>()
let keptHeaders = 0
const mostHeaders = 100

/** The sealed hash, or the partial hash of the open block. */
export function blockHash(chain: Chain, block: BlockView): Hash {
  return block.status === 'sealed'
    ? hashThrough(chain, block.run, block.offset)
    : openHeader(chain, block).hash
}

export function latestHash(chain: Chain): Hash {
  return hashThrough(chain, chain.sealed, chain.sealed.value.count - 1)
}

export function blockHeader(chain: Chain, block: BlockView): Header {
  return block.status === 'sealed'
    ? readSealed(chain, block).header
    : openHeader(chain, block).header
}

/** Bytes of the whole block in RLP. */
export function sizeOfBlock(chain: Chain, block: BlockView): number {
  return block.status === 'sealed'
    ? readSealed(chain, block).size
    : openHeader(chain, block).size
}

/** Remembered of the block of a run that was read last: of most, the only. */
function readSealed(chain: Chain, { run, offset, included }: SealedBlock) {
  const { memo } = run.value
  if (memo.read?.offset === offset) return memo.read
  const parent = parentHash(chain, run, offset)
  const header = sealedHeader(chain, run.value, offset, parent)
  memo.read = { offset, header, size: sizeWith(chain, header, included) }
  return memo.read
}

export function sizeWith(
  { memo }: Context,
  header: Header,
  included: readonly Included[],
): number {
  return sizeOf(
    encodeHeader(header).length,
    [contentsOf(memo.contents, included).size],
    header.withdrawalsRoot !== undefined,
  )
}

/**
 * The hash of the block at `offset` in `run`. Blocks before it that nobody
 * hashed yet are hashed first, oldest first, without recursion; of too many, as
 * many as one read may hash, unless a story of years would take long by it.
 */
export function hashThrough(
  chain: Context,
  run: Lineage<BlockRun>,
  offset: number,
): Hash {
  const known = run.value.memo.hashes[offset]
  if (known !== undefined) return known

  const { unhashed, missing, before } = unhashedThrough(run, offset)
  let parent = before
  if (missing > mostInReads) throw unhashedBlocksError(missing)
  let left = mostUnhashed
  for (const { run, count } of unhashed.reverse()) {
    const { hashes, deposits } = run.memo
    while (hashes.length < count) {
      if (left-- === 0) throw unhashedBlocksError(missing)
      const offset = hashes.length
      parent = hashHeader(sealedHeader(chain, run, offset, parent))
      hashes.push(parent)
      // Its roots are known, and raw transactions are seldom read.
      for (const { transaction } of run.included)
        transaction.envelope = undefined
      if (chain.config.l1Attributes === null) continue
      deposits.push(depositHashes(chain.config, run, offset))
    }
  }
  return parent
}

function openHeader(chain: Chain, open: OpenBlock) {
  const known = openHeaders.get(open)
  if (known !== undefined) return known
  const { config, memo } = chain
  const header = createHeader(chain, {
    ...open,
    parentHash: latestHash(chain),
    stateRoot:
      config.pendingStateRoot === 'everyBeat'
        ? committedRoot(config, memo.stateRoots, open.state)
        : zeroHash,
    withdrawalsRoot: withdrawalsRoot(config, open.state),
  })
  const opened = {
    header,
    hash: hashHeader(header),
    size: sizeWith(chain, header, open.included),
  }
  if (keptHeaders++ === mostHeaders) {
    openHeaders = new WeakMap()
    keptHeaders = 1
  }
  openHeaders.set(open, opened)
  return opened
}

function parentHash(
  chain: Chain,
  run: Lineage<BlockRun>,
  offset: number,
): Hash {
  if (offset > 0) return hashThrough(chain, run, offset - 1)
  const { parent } = run
  return parent === null
    ? zeroHash
    : hashThrough(chain, parent, parent.value.count - 1)
}

function sealedHeader(
  chain: Context,
  run: BlockRun,
  offset: number,
  parentHash: Hash,
): Header {
  const { config } = chain
  const { included, committed } = contentAt(config, run, offset)
  const { stateRoot, withdrawalsRoot } = rootsOf(chain, run, committed)
  return createHeader(chain, {
    ...run,
    number: run.first + BigInt(offset),
    timestamp: timestampAt(run, offset),
    gasUsed: gasUsedAt(run, offset),
    baseFeePerGas: baseFeeAt(config, run, offset),
    included,
    parentHash,
    stateRoot,
    withdrawalsRoot,
  })
}

function rootsOf({ config, memo }: Context, run: BlockRun, committed: State) {
  if (run.memo.roots?.of !== committed)
    run.memo.roots = {
      of: committed,
      stateRoot: committedRoot(config, memo.stateRoots, committed),
      withdrawalsRoot: withdrawalsRoot(config, committed),
    }
  return run.memo.roots
}

export function createHeader(
  { config, memo }: Context,
  block: {
    number: bigint
    timestamp: bigint
    baseFeePerGas: bigint
    gasLimit: bigint
    miner: Address
    gasUsed: bigint
    blobGasUsed: bigint
    included: readonly Included[]
    mixHash: BlockWord
    parentHash: Hash
    stateRoot: Hash
    withdrawalsRoot: Hash
  },
): Header {
  const contents = contentsOf(memo.contents, block.included)
  const accessList = accessListOf(config, block.included)
  return {
    parentHash: block.parentHash,
    sha3Uncles: emptyUnclesHash,
    miner: block.miner,
    stateRoot: block.stateRoot,
    transactionsRoot: contents.transactionsRoot,
    receiptsRoot: contents.receiptsRoot,
    logsBloom: contents.logsBloom,
    difficulty: 0n,
    number: block.number,
    gasLimit: block.gasLimit,
    gasUsed: block.gasUsed,
    timestamp: block.timestamp,
    extraData: config.extraData,
    mixHash: wordOf(block.mixHash, block.number),
    nonce: '0x0000000000000000',
    baseFeePerGas: block.baseFeePerGas,
    withdrawalsRoot: block.withdrawalsRoot,
    blobGasUsed: block.blobGasUsed,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: wordOf(config.parentBeaconBlockRoot, block.number),
    requestsHash: emptyRequestsHash,
    ...(accessList !== undefined && {
      blockAccessListHash: accessList.hash,
      slotNumber: block.number,
    }),
  }
}

function unhashedBlocksError(missing: number): PresealError<'GasLimitError'> {
  const advice =
    missing > mostInReads
      ? `consecutive reads at most ${mostInReads}. Create the node after the jump in time, or read a block now and then.`
      : `they stay hashed: read ${Math.ceil(missing / mostUnhashed)} times in all.`
  const what = `This hash depends on ${missing} blocks that were never hashed.`
  return new PresealError(
    'GasLimitError',
    `${what} One read hashes ${mostUnhashed}, and ${advice}`,
    { reason: 'hashes' },
  )
}

/** The blocks up to one of a run that nobody hashed yet. */
type Unhashed = {
  /** Newest first. */
  readonly unhashed: { readonly run: BlockRun; readonly count: number }[]
  readonly missing: number
  /** The hash of the block before them. */
  readonly before: Hash
}

/** @param most - Where counting may stop: more than that is enough to know. */
export function unhashedThrough(
  run: Lineage<BlockRun>,
  offset: number,
  most = Number.POSITIVE_INFINITY,
): Unhashed {
  const unhashed: { run: BlockRun; count: number }[] = []
  let missing = 0
  for (
    let link: Lineage<BlockRun> | null = run, count = offset + 1;
    link !== null && missing <= most;
    link = link.parent, count = link?.value.count ?? 0
  ) {
    const { hashes } = link.value.memo
    const last = hashes[Math.min(hashes.length, count) - 1]
    if (hashes.length < count) {
      unhashed.push({ run: link.value, count })
      missing += count - hashes.length
    }
    if (last !== undefined) return { unhashed, missing, before: last }
  }
  return { unhashed, missing, before: zeroHash }
}

/**
 * The hash of a block among sealed ones, computed now.
 *
 * @throws UnknownStateError if an import left a gap at that number, and
 * NotRecordedError before a fork.
 */
function hashBefore(
  chain: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  number: bigint,
): Hash {
  const run = newest(sealed, ({ first }) => first <= number)
  if (run !== null && number <= lastNumber(run.value))
    return hashThrough(chain, run, Number(number - run.value.first))
  const above = newest(sealed, ({ first }) => first <= number + 1n)
  const { first, imported } = above?.value ?? {}
  if (first === number + 1n && imported) return imported.parentHash
  const { fork } = chain.config
  if (fork !== null && number < fork.number)
    return (
      fork.record.blockHashes[`${number}`] ??
      fork.refuse({ type: 'blockHash', number })
    )
  throw new PresealError(
    'UnknownStateError',
    `The hash of block ${number} is not known, since the blocks around it were imported. Import it too, before those that follow it.`,
  )
}

/** The header of a block, an imported one's as its JSON has it. */
export function headerOf(chain: Chain, block: BlockView): Header {
  return block.imported === undefined
    ? blockHeader(chain, block)
    : readHeader(JSON.parse(block.imported.text))
}

/** The values of a block for opcodes, an imported one being as it says. */
export function environmentOf(
  chain: Pick<Chain, 'config' | 'memo'>,
  block: BlockView,
): BlockEnvironment {
  const { imported } = block
  if (block.status === 'open')
    return imported === undefined
      ? block.environment()
      : { ...block.environment(), ...fieldsOf(imported) }
  const { config } = chain
  const { number, timestamp, baseFeePerGas, run } = block
  const own = {
    number,
    timestamp,
    baseFeePerGas,
    gasLimit: run.value.gasLimit,
    miner: run.value.miner,
    mixHash: wordOf(run.value.mixHash, number),
    hashOf: (wanted: bigint) => hashBefore(chain, run, wanted),
    beaconRootAt: (wanted: bigint) => beaconRootAt(chain, run, number, wanted),
  }
  return blockEnvironment(
    config,
    imported === undefined ? own : { ...own, ...fieldsOf(imported) },
  )
}

function fieldsOf(imported: ImportedBlock): Partial<BlockEnvironment> {
  const { number, timestamp, baseFeePerGas, gasLimit } = imported
  const block: unknown = JSON.parse(imported.text)
  return {
    timestamp,
    baseFeePerGas,
    gasLimit,
    ...(number !== null && { number }),
    ...(isWire(block) && {
      ...fieldOf('miner', block, parseAddress),
      ...fieldOf('mixHash', block, parseHash),
    }),
  }
}

/** Nothing checked these fields when the block was imported. */
function fieldOf<field extends 'miner' | 'mixHash'>(
  field: field,
  block: Wire,
  parse: (given: unknown) => Result<BlockEnvironment[field]>,
): Partial<BlockEnvironment> {
  const parsed = parse(block[field])
  return parsed.ok ? { [field]: parsed.value } : {}
}

/** The block that follows sealed ones, as it opens. */
export function openNext(
  { config, memo }: Pick<Chain, 'config' | 'memo'>,
  sealed: Lineage<BlockRun>,
  header?: OpeningHeader,
): OpenBlock {
  const number = lastNumber(sealed.value) + 1n
  return nextOpenBlock(config, sealed.value, {
    header,
    beaconRootAt: (timestamp) =>
      beaconRootAt({ config }, sealed, number, timestamp),
    hashOf: (number) => hashBefore({ config, memo }, sealed, number),
  })
}

/** The number of roots that the contract of EIP-4788 keeps. */
const kept = 8_191n

/**
 * The parent beacon block root of the block with that timestamp, among sealed
 * ones up to this number; undefined if none has it.
 */
function beaconRootAt(
  { config }: Pick<Chain, 'config'>,
  sealed: Lineage<BlockRun>,
  number: bigint,
  timestamp: bigint,
): Hash | undefined {
  const run = newest(sealed, (run) => timestampAt(run, 0) <= timestamp)?.value
  if (run === undefined) return undefined
  const offset = lastUpTo(
    (offset) => timestampAt(run, offset) <= timestamp,
    run.count,
  )
  const found = run.first + BigInt(offset)
  const isThere = timestampAt(run, offset) === timestamp
  if (!isThere || found > number || number - found >= kept) return undefined
  if (run.imported === undefined)
    return wordOf(config.parentBeaconBlockRoot, found)
  const block: unknown = JSON.parse(run.imported.text)
  const parsed = parseHash(isWire(block) && block.parentBeaconBlockRoot)
  return parsed.ok ? parsed.value : undefined
}

/**
 * The last of `count` places for which it holds, as it does for those before
 * it.
 */
function lastUpTo(holds: (at: number) => boolean, count: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
