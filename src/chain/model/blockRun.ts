import type { Header } from '../../base/codec/header.js'
import { keccak256 } from '../../base/hash/keccak256.js'
import {
  type Address,
  type Hash,
  toBytes,
  toHex,
  toWord,
  zeroHash,
} from '../../base/hex/hex.js'
import { baseTimeGas } from '../../engine/natives/predeploys/predeploys.js'
import type { BlockWord, CadenceOrigin, ChainConfig } from './config.js'
import type { ImportedBlock } from './importedBlock.js'
import type { State } from './state.js'
import type { BlockEntries, Included, Transaction } from './transaction.js'

/**
 * Sealed blocks in a row: one that holds transactions or was changed, or any
 * number of idle ones, whose numbers, times and fees are arithmetic. For idle
 * ones, state and transactions are those before the deposits that open them.
 */
export type BlockRun = {
  readonly first: bigint
  readonly count: number
  readonly origin: CadenceOrigin
  /** wei per gas, of the first block */
  readonly baseFeePerGas: bigint
  readonly gasLimit: bigint
  readonly miner: Address
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly included: readonly Included[]
  /** The deposits that opened the first block. */
  readonly deposits: readonly Transaction[]
  /** The script's acts on the first block, to build it or others anew. */
  readonly entries: BlockEntries
  readonly mixHash: BlockWord
  /** The state that the headers commit to. */
  readonly committed: State
  /** The state that reads see: `committed` and what was set since. */
  readonly state: State
  /** The real node's block, if it is its only block. */
  readonly imported: ImportedBlock | undefined
  /** Shared by every longer and shorter version of the run. */
  readonly memo: RunMemo
}

export type RunMemo = {
  /** The identity of these blocks, in any run. */
  readonly blocks: object
  /** From the first block on, as far as they were read. */
  readonly hashes: Hash[]
  /** For each block that is hashed, the deposits that open it. */
  readonly deposits: (readonly Hash[])[]
  /** How many of both an index has, and which one that is. */
  indexed: { by: object; count: number } | undefined
  /** From the first block on, up to where idle blocks change it no more. */
  readonly baseFees: bigint[]
  /** The roots in headers of a state to which a block of the run commits. */
  roots: { of: State; stateRoot: Hash; withdrawalsRoot: Hash } | undefined
  /** The header of one of its blocks at the last read. */
  read: { offset: number; header: Header; size: number } | undefined
  /** The effect of the deposits that open one of its blocks. */
  opened:
    | (Pick<BlockRun, 'included' | 'committed' | 'state'> & { offset: number })
    | undefined
  /** The memo of the idle run after it, and the block that opened that run. */
  idle: { after: object; memo: RunMemo } | undefined
}

export function newRunMemo(): RunMemo {
  return {
    blocks: {},
    hashes: [],
    deposits: [],
    indexed: undefined,
    baseFees: [],
    roots: undefined,
    read: undefined,
    opened: undefined,
    idle: undefined,
  }
}

/** Genesis differs from idle blocks by its parent. */
export function isIdle(run: Omit<BlockRun, 'memo'>): boolean {
  return (
    run.included.length === 0 &&
    run.committed === run.state &&
    run.first > 0n &&
    run.imported === undefined
  )
}

/** Hashes of the transactions of a block, in its order. */
export function hashesIn({
  imported,
  included,
}: Pick<BlockRun, 'imported' | 'included'>): Hash[] {
  return imported === undefined
    ? included.map(({ transaction }) => transaction.hash)
    : imported.transactions.map(({ hash }) => hash)
}

/** unix ms of the block at `offset` in `run` */
export function millisecondsAt(run: BlockRun, offset: number): bigint {
  return millisecondsOf(run.origin, run.first + BigInt(offset))
}

/** unix ms of the block with that number */
export function millisecondsOf(origin: CadenceOrigin, number: bigint): bigint {
  const blocks = number - origin.number
  return origin.milliseconds + blocks * BigInt(origin.cadence.blockTime)
}

/** unix seconds of the block at `offset` in `run` */
export function timestampAt(run: BlockRun, offset: number): bigint {
  return millisecondsAt(run, offset) / 1000n
}

/**
 * Gas used of the block at `offset` in `run`: that of deposits follows from its
 * ms.
 */
export function gasUsedAt(run: BlockRun, offset: number): bigint {
  const first = run.deposits[1]?.script?.gasUsed
  if (offset === 0 || first === undefined) return run.gasUsed
  const gas = baseTimeGas(partAt(run, offset - 1), partAt(run, offset))
  return run.gasUsed - first + gas
}

/** ms within its second of the block at `offset` in `run` */
function partAt(run: BlockRun, offset: number): bigint {
  return millisecondsAt(run, offset) % 1_000n
}

/**
 * After this number of blocks the parts of a second repeat, whatever the pace.
 */
const mostParts = 5

/**
 * wei per gas of the block at `offset` in `run`, or right after it (F13 in
 * docs/reference/fidelity.md)
 */
export function baseFeeAt(
  config: ChainConfig,
  run: BlockRun,
  offset: number,
): bigint {
  const fees = run.memo.baseFees
  if (fees.length === 0) fees.push(run.baseFeePerGas)
  while (fees.length <= offset) {
    const last = fees[fees.length - 1] as bigint
    if (isSteady(run, fees)) return last
    const next = baseFeeAfter(
      {
        number: run.first + BigInt(fees.length - 1),
        baseFeePerGas: last,
        gasUsed: gasUsedAt(run, fees.length - 1),
        gasLimit: run.gasLimit,
      },
      config,
    )
    fees.push(next)
  }
  return fees[offset] as bigint
}

/** Whether no later block can have another. */
function isSteady(run: BlockRun, fees: readonly bigint[]): boolean {
  const last = fees.at(-1)
  const needed = run.deposits.length > 1 ? mostParts + 2 : 2
  return (
    fees.length >= needed && fees.slice(-needed).every((fee) => fee === last)
  )
}

/** The base fee of the block after this one; that of block 1 may be given. */
export function baseFeeAfter(
  parent: Parameters<typeof nextBaseFee>[0] & { number: bigint },
  config: ChainConfig,
): bigint {
  const { firstBaseFeePerGas } = config
  return parent.number === 0n && firstBaseFeePerGas !== undefined
    ? firstBaseFeePerGas
    : nextBaseFee(parent, config)
}

/**
 * The base fee of the block after this one (EIP-1559), with the chain's own
 * parameters. The standard's rise of at least 1 wei is left out at 0: without a
 * floor, a chain that starts without a base fee stays without one.
 */
export function nextBaseFee(
  parent: { baseFeePerGas: bigint; gasUsed: bigint; gasLimit: bigint },
  config: Pick<
    ChainConfig,
    'baseFeeMaxChangeDenominator' | 'elasticityMultiplier' | 'minBaseFeePerGas'
  >,
): bigint {
  const { baseFeePerGas, gasUsed, gasLimit } = parent
  const { minBaseFeePerGas: floor } = config
  const denominator = BigInt(config.baseFeeMaxChangeDenominator)
  const target = gasLimit / BigInt(config.elasticityMultiplier)
  const isFixed = baseFeePerGas === 0n || target === 0n
  const moved = isFixed
    ? baseFeePerGas
    : move(baseFeePerGas, gasUsed, target, denominator)
  return moved > floor ? moved : floor
}

function move(
  baseFeePerGas: bigint,
  gasUsed: bigint,
  target: bigint,
  denominator: bigint,
): bigint {
  const distance = gasUsed > target ? gasUsed - target : target - gasUsed
  const change = (baseFeePerGas * distance) / target / denominator
  return gasUsed > target
    ? baseFeePerGas + (change > 1n ? change : 1n)
    : baseFeePerGas - change
}

/** PREVRANDAO, and the root of the beacon chain before a block. */
export const ownWords = {
  mixHash: { seed: toWord(1n) },
  parentBeaconBlockRoot: { seed: toWord(2n) },
} as const satisfies { readonly [field: string]: BlockWord }

/** The word of the block of that number; genesis has none (EIP-4399, 4788). */
export function wordOf(word: BlockWord, number: bigint): Hash {
  if (typeof word === 'string') return word
  if (number === 0n) return zeroHash
  return hash(word.seed, toWord(number))
}

/** Another one, for blocks of another branch. */
export function otherWord(word: BlockWord): BlockWord {
  return typeof word === 'string' ? hash(word) : { seed: hash(word.seed) }
}

/** The word of later blocks: one that was set for a block is that block's. */
export function laterWord(word: BlockWord, ofChain: BlockWord): BlockWord {
  return typeof word === 'string' && typeof ofChain !== 'string'
    ? { seed: word }
    : word
}

function hash(...words: readonly Hash[]): Hash {
  return toHex(
    keccak256(toBytes(`0x${words.map((word) => word.slice(2)).join('')}`)),
  )
}
