import type { Trie } from '../../base/codec/trie.js'
import type { Hash } from '../../base/hex/hex.js'
import type { RefusalReason } from '../execution/execute.js'
import type { HashIndex } from '../indexes/hashIndex.js'
import type { LogIndex } from '../indexes/logIndex.js'
import type { PlaceIndex } from '../indexes/placeIndex.js'
import type { BlockRun } from '../model/blockRun.js'
import type { ChainConfig } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { append, type Lineage, newest } from '../model/lineage.js'
import type { State } from '../model/state.js'
import type { Included, Transaction } from '../model/transaction.js'
import type { ContentsMemo, StateRootMemo } from '../roots/roots.js'
import type { OpenBlock } from './openBlock.js'
import type { Queue } from './queue.js'

/** One immutable value: replaced by intents, never edited. */
export type Chain = {
  readonly config: ChainConfig
  /** Sealed blocks, idle ones in runs. */
  readonly sealed: Lineage<BlockRun>
  readonly open: OpenBlock
  readonly queue: Queue
  /** Hashes of the transactions that lacked a nonce when they came. */
  readonly withheld: Trie<Hash>
  /** For how many beats each transaction was held, by hash. */
  readonly delays: Trie<number>
  /** Numbers under which `safe` and `finalized` do not fall any more. */
  readonly floors: { readonly safe: bigint; readonly finalized: bigint }
  /** Numbers of the imported blocks, by hash. */
  readonly imports: Trie<bigint>
  /** The latest block's hash, if that block is not held here. */
  readonly expected: Hash | null
  /** How it came about, but for idle blocks and beats. */
  readonly log: Log
  /** Values that were computed already; saves time, changes no answer. */
  readonly memo: ChainMemo
}

/**
 * What happened to a chain, newest first: earlier chains keep their part of it,
 * so that it travels with snapshots and reorgs.
 */
export type Log = Lineage<Entry> | null

/** An act, and all that it led to at that instant. */
export type Entry = {
  /** ms since the node was created */
  readonly at: number
  readonly by: Author
  /** What was asked for; null: time passed. */
  readonly act: Act | null
  /** In their order, without beats, which are arithmetic. */
  readonly effects: readonly Effect[]
}

/** Who did it: `'request'` and `'wallet'` say where a request came from. */
export type Author = 'clock' | 'script' | 'verb' | 'request' | 'wallet'

/** Its type, and its fields beside that. */
export type Act = { readonly type: string }

/**
 * The one shape of what happened to a chain. `chain` is the chain at that time:
 * more may have happened since.
 */
export type Effect =
  | {
      /** It came to the pool. */
      readonly type: 'queued'
      readonly transaction: Transaction
      /** Whether no nonce before it is missing. */
      readonly isExecutable: boolean
    }
  /** The nonces before it have come. */
  | { readonly type: 'promoted'; readonly transaction: Transaction }
  | {
      readonly type: 'preconfirmed'
      readonly included: Included
      readonly at: BeatPosition
      readonly chain: Chain
    }
  | Dropped
  | {
      /** A fault was declared, or lifted. */
      readonly type: 'ruleBegan' | 'ruleEnded'
      /** As it was then. */
      readonly rule: Rule
    }
  | {
      readonly type: 'reorged'
      /** Number of the first replaced block. */
      readonly number: bigint
      readonly depth: number
      readonly wasFinalized: boolean
      /** All blocks as they were. */
      readonly replaced: Lineage<BlockRun>
    }
  | {
      readonly type: 'sealed'
      readonly number: bigint
      readonly chain: Chain
    }
  | {
      readonly type: 'beat'
      readonly at: BeatPosition
      /** Counted from creation. */
      readonly count: number
      /** ms since its block opened */
      readonly offset: number
      readonly chain: Chain
    }

/** A rule of the node, of which the chain knows no more. */
export type Rule = { readonly id: symbol; readonly affected: number }

type Dropped = {
  readonly type: 'dropped'
  readonly transaction: Transaction
  readonly reason: DropReason
  /** The error that its execution met, if it has no outcome. */
  readonly error?: unknown
  /** The beat that dropped it, or that of its pre-confirmation. */
  readonly at: BeatPosition
}

/** A block, and the index of a beat within it. */
export type BeatPosition = {
  readonly blockNumber: bigint
  readonly index: number
}

/**
 * `'requested'`: the script dropped it; `'omitted'`: the sealed block is
 * without it; `'replaced'`: another one of the same nonce waits in its place;
 * `'fault'`: a fault dropped it; `'gasLimit'`: no block has room for it any
 * more; `'baseFee'`: it cannot pay the raised base fee; `'nonce'`, `'funds'`,
 * `'balanceOverflow'`: it could no longer run; `'error'`: its execution has no
 * outcome.
 */
export type DropReason =
  | 'requested'
  | 'omitted'
  | 'replaced'
  | 'fault'
  | 'gasLimit'
  | 'baseFee'
  | RefusalReason

/** A beat of the open block, or of the imported one shown in its place. */
export function positionIn({ open }: Chain, index: number): BeatPosition {
  return { blockNumber: open.imported?.number ?? open.number, index }
}

/** The effect on a transaction that a block of that number loses off the beat. */
export function droppedFrom(blockNumber: bigint) {
  return ({
    transaction,
    index,
    reason,
    error,
  }: Pick<Dropped, 'transaction' | 'reason' | 'error'> & {
    readonly index: number
  }): Dropped => ({
    type: 'dropped',
    transaction,
    reason,
    error,
    at: { blockNumber, index },
  })
}

/** The effects of the deposits that open a block. */
export function openingEffects(chain: Chain, at: BeatPosition): Effect[] {
  const { deposits, included } = chain.open
  return included
    .slice(0, deposits.length)
    .map((included) => ({ type: 'preconfirmed', included, at, chain }))
}

type ChainMemo = {
  readonly stateRoots: StateRootMemo
  readonly contents: ContentsMemo
  readonly hashIndex: HashIndex
  readonly placeIndex: PlaceIndex
  /** Made once logs are read. */
  logIndex: LogIndex | undefined
}

export function latestNumber(chain: Chain): bigint {
  return lastNumber(chain.sealed.value)
}

export function lastNumber(run: BlockRun): bigint {
  return run.first + BigInt(run.count - 1)
}

/** One block as readers see it. */
export type BlockView = SealedBlock | OpenBlock

export type SealedBlock = {
  readonly status: 'sealed'
  readonly number: bigint
  /** unix seconds */
  readonly timestamp: bigint
  /** unix ms, if a deposit tells them */
  readonly timestampMs: bigint | undefined
  /** wei per gas */
  readonly baseFeePerGas: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly blobGasUsed: bigint
  readonly included: readonly Included[]
  readonly state: State
  readonly imported: ImportedBlock | undefined
  readonly run: Lineage<BlockRun>
  /** Position in the run */
  readonly offset: number
}

/** The chain with one more entry, unless nothing was asked for or happened. */
export function record(chain: Chain, entry: Entry): Chain {
  return entry.act === null && entry.effects.length === 0
    ? chain
    : { ...chain, log: append(chain.log, entry) }
}

/** The number of entries up to there: a place in every log that goes on. */
export function positionOf(log: Log): number {
  return log === null ? 0 : log.depth + 1
}

/** The entries that came after an earlier position, oldest first. */
export function entriesSince(since: Log, log: Log): readonly Entry[] {
  const entries: Entry[] = []
  const position = positionOf(since)
  for (let link = log; link !== null && link.depth >= position; ) {
    entries.push(link.value)
    link = link.parent
  }
  return entries.reverse()
}

function effectsSince(since: Log, log: Log): Effect[] {
  return entriesSince(since, log).flatMap(({ effects }) => effects)
}

/**
 * Whether a log came by a position that was read at an instant, of which `now`
 * is at most the present one. Idle blocks have no entry.
 */
export function isWithin(
  { log: since, at }: { readonly log: Log; readonly at: number },
  { log, now }: { readonly log: Log; readonly now: number },
): boolean {
  if (log === since) return at <= now
  const position = positionOf(since)
  const next = log && newest(log, (_, depth) => depth <= position)
  return next !== null && next.parent === since && at <= next.value.at
}

/**
 * The transactions that could run since an earlier chain, oldest first. As in
 * geth and reth, each is reported once: on its arrival, or when the nonces
 * before it have come. Nobody sends a deposit: it is derived.
 */
export function arrivalsSince(since: Chain, chain: Chain): Transaction[] {
  return effectsSince(since.log, chain.log).flatMap((effect) =>
    effect.type === 'promoted' ||
    (effect.type === 'queued' &&
      effect.isExecutable &&
      effect.transaction.type !== 'deposit')
      ? [effect.transaction]
      : [],
  )
}

/** Blocks in a row that were sealed, or that gave way. */
type Stretch = {
  readonly type: 'sealed' | 'removed'
  /** The branch that they are of. */
  readonly sealed: Lineage<BlockRun>
  readonly from: bigint
  readonly to: bigint
}

/**
 * The changes of blocks since an earlier chain, in order, including blocks that
 * came and gave way in between. Every report of blocks uses this.
 */
export function stretchesSince(since: Chain, chain: Chain): Stretch[] {
  if (since.sealed === chain.sealed && since.log === chain.log) return []
  const stretches: Stretch[] = []
  let from = latestNumber(since) + 1n
  for (const effect of effectsSince(since.log, chain.log)) {
    if (effect.type !== 'reorged') continue
    const { replaced: sealed, number } = effect
    const to = lastNumber(sealed.value)
    stretches.push({ type: 'sealed', sealed, from, to })
    stretches.push({ type: 'removed', sealed, from: number, to })
    // A block that was imported lies over a gap, and so may the next one.
    const kept = newest(sealed, ({ first }) => first < number)
    const end = kept === null ? -1n : lastNumber(kept.value)
    from = end < number ? end + 1n : number
  }
  const { sealed } = chain
  stretches.push({ type: 'sealed', sealed, from, to: latestNumber(chain) })
  return stretches.filter(({ from, to }) => from <= to)
}
