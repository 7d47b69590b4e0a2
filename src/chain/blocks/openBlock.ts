import { insert, lookup, remove, type Trie } from '../../base/codec/trie.js'
import type { Address, Hash } from '../../base/hex/hex.js'
import type { BlockEnvironment, BlockGas } from '../../engine/engine.js'
import { lower, mostExecutionGas } from '../../engine/gas.js'
import { execute, type RefusalReason } from '../execution/execute.js'
import { highestGasPrice } from '../execution/executeMessage.js'
import type { BlockWord, CadenceOrigin, ChainConfig } from '../model/config.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { changeAccounts, findField, type State } from '../model/state.js'
import {
  type BlockEntries,
  type BlockEntry,
  type Included,
  type InclusionDecision,
  listEntries,
  senderNonceKey,
  type Transaction,
  type TransactionEntry,
  transactionsIn,
} from '../model/transaction.js'

/** The block under construction: entries folded over the state of latest. */
export type OpenBlock = Opening & {
  readonly status: 'open'
  readonly entries: BlockEntries
  readonly included: readonly Included[]
  readonly index: OpenIndex
  readonly state: State
  /** The greater of the two sums (EIP-8037). */
  readonly gasUsed: bigint
  readonly gas: GasSums
  readonly blobGasUsed: bigint
  /** A real node's pending block, shown in its place until it is sealed. */
  readonly imported: ImportedBlock | undefined
}

/**
 * Where transactions stand, by hash, in the version of the block that was asked
 * last: all versions share it, and it saves time alone.
 */
type OpenIndex = {
  included: readonly Included[]
  readonly positions: Map<Hash, number>
}

/** What transactions paid for, and what their block counts. */
type GasSums = BlockGas & { readonly paid: bigint }

/** The start of a block. */
type Opening = {
  readonly number: bigint
  /** unix seconds */
  readonly timestamp: bigint
  /** unix ms, if a deposit tells them */
  readonly timestampMs: bigint | undefined
  readonly origin: CadenceOrigin
  readonly baseFeePerGas: bigint
  readonly gasLimit: bigint
  readonly miner: Address
  readonly baseFeeRecipient: Address | null
  readonly mixHash: BlockWord
  /** The chain's, whose `finalityLag` may have changed since. */
  readonly config: ChainConfig
  /**
   * Fixed as it opens: the same object, whatever enters or leaves. Made for the
   * first transaction that is executed, since it needs a hash.
   */
  readonly environment: () => BlockEnvironment
  /** The state that the block opened with. */
  readonly base: State
  /** The deposits that come before any entry. */
  readonly deposits: readonly Transaction[]
}

export type RefusedTransaction = Pick<
  TransactionEntry,
  'transaction' | 'index'
> & {
  reason: RefusalReason
  /**
   * The error that an engine threw, if the reason is that it had no outcome.
   */
  error?: unknown
}

type Folded = {
  open: OpenBlock
  /** Transactions that cannot run here and now, and why. */
  refused: RefusedTransaction[]
  /**
   * Transactions that run once a block has the room or the base fee for them.
   */
  waiting: Transaction[]
  /** Transactions among those that would have run, but are held. */
  held: Transaction[]
}

export function openBlock(
  fields: Opening & { imported?: ImportedBlock | undefined },
): OpenBlock {
  // Field by field: every block is one, and V8 makes a new shape for each object
  // of so many fields that begins as a spread.
  const empty: OpenBlock = {
    number: fields.number,
    timestamp: fields.timestamp,
    timestampMs: fields.timestampMs,
    origin: fields.origin,
    baseFeePerGas: fields.baseFeePerGas,
    gasLimit: fields.gasLimit,
    miner: fields.miner,
    baseFeeRecipient: fields.baseFeeRecipient,
    mixHash: fields.mixHash,
    config: fields.config,
    environment: fields.environment,
    base: fields.base,
    deposits: fields.deposits,
    status: 'open',
    entries: null,
    included: [],
    index: { included: [], positions: new Map() },
    state: fields.base,
    gasUsed: 0n,
    gas: { paid: 0n, execution: 0n, state: 0n },
    blobGasUsed: 0n,
    imported: undefined,
  }
  const { deposits, imported } = fields
  const opened = begin(empty, deposits)
  return imported === undefined ? opened : { ...opened, imported }
}

/** Unlike entries, they cannot be taken out, and their nonces are right. */
function begin(empty: OpenBlock, deposits: readonly Transaction[]): OpenBlock {
  const [first] = deposits
  if (first === undefined) return empty
  const { from, nonce } = first
  const state = changeAccounts(empty.base, { [from]: { nonce } })
  const entries = deposits.map((transaction) => ({
    type: 'transaction' as const,
    transaction,
    index: 0,
  }))
  const { open } = include({ ...empty, state }, entries)
  return { ...open, entries: null }
}

/**
 * Folds entries into the open block, in order; what lacks a nonce enters once
 * that has.
 */
export function include(open: OpenBlock, added: readonly BlockEntry[]): Folded {
  const entered: Included[] = []
  const refused: RefusedTransaction[] = []
  const waiting = new Set<Transaction>()
  const held: Transaction[] = []
  const waitingSenders = new Set<Address>()
  let ahead: Trie<TransactionEntry> = null
  let { entries, state, gas, blobGasUsed } = open
  let last = open.included.at(-1)
  const turns = [...added].reverse()
  for (let entry = turns.pop(); entry !== undefined; entry = turns.pop()) {
    if (entry.type === 'set') {
      state = changeAccounts(state, entry.changes)
      entries = { entry, before: entries }
      continue
    }
    const { transaction, index, amendments, isHeld = false } = entry
    const { from, nonce } = transaction
    const turn = turnOf(open, state, transaction)
    if (turn === 'ahead') {
      const place = senderNonceKey(from, nonce)
      ahead = lookup(ahead, place) ? ahead : insert(ahead, place, entry)
      waiting.add(transaction)
      continue
    }
    const isReady = !waitingSenders.has(from) && fits(open, gas, transaction)
    if (turn === 'next' && (!isReady || isHeld)) {
      if (isReady) held.push(transaction)
      waiting.add(transaction)
      waitingSenders.add(from)
      continue
    }
    waiting.delete(transaction)
    const execution = execute(state, transaction, open, amendments)
    if (execution.type === 'refused') {
      const { type: _, ...why } = execution
      refused.push({ transaction, index, ...why })
      continue
    }
    const { effect } = execution
    state = execution.state
    gas = add(gas, execution.blockGas, effect.gasUsed)
    blobGasUsed += effect.blobGasUsed
    last = {
      transaction,
      effect,
      before: execution.before,
      transactionIndex: open.included.length + entered.length,
      firstLogIndex: logsThrough(last),
      cumulativeGasUsed: gas.paid,
      effectiveGasPrice: execution.effectiveGasPrice,
      contractAddress: execution.contractAddress,
      accesses: execution.accesses,
      text: undefined,
    }
    entered.push(last)
    entries = { entry, before: entries }
    if (ahead === null) continue
    const place = senderNonceKey(from, findField(state, from, 'nonce') ?? 0)
    const next = lookup(ahead, place)
    if (next === undefined) continue
    ahead = remove(ahead, place)
    turns.push(next)
  }
  const included =
    entered.length === 0 ? open.included : open.included.concat(entered)
  return {
    open: {
      ...open,
      entries,
      included,
      state,
      gasUsed: gas.execution > gas.state ? gas.execution : gas.state,
      gas,
      blobGasUsed,
    },
    refused,
    waiting: [...waiting],
    held,
  }
}

/** The place of a transaction in the block. */
export function indexIn(
  { included, index }: Pick<OpenBlock, 'included' | 'index'>,
  hash: Hash,
): number | undefined {
  const { positions, included: had } = index
  const shared = Math.min(had.length, included.length)
  // A transaction's entry is made anew each time that it enters, so that the
  // same entries are before it in every version.
  const goesOn = had[shared - 1] === included[shared - 1]
  if (!goesOn) positions.clear()
  if (!goesOn || had.length < included.length) {
    for (const { transaction, transactionIndex } of included.slice(
      goesOn ? shared : 0,
    ))
      positions.set(transaction.hash, transactionIndex)
    index.included = included
  }
  const at = positions.get(hash)
  return at !== undefined && at < included.length ? at : undefined
}

/** Takes transactions out and folds the rest again. */
export function exclude(
  open: OpenBlock,
  hashes: Pick<ReadonlySet<Hash>, 'has'>,
): Folded {
  const kept = listEntries(open.entries).filter(
    (entry) => entry.type === 'set' || !hashes.has(entry.transaction.hash),
  )
  return include(openBlock(open), kept)
}

/** Whether it lacks a nonce before it, or its own is gone. */
export function turnOf(
  { imported }: Pick<OpenBlock, 'imported'>,
  state: State,
  { from, nonce }: Transaction,
): 'ahead' | 'next' | 'stale' {
  const next = findField(state, from, 'nonce') ?? nonce
  if (nonce > next) return 'ahead'
  // A real block's effect on nonces is not this block's.
  return nonce < next && imported === undefined ? 'stale' : 'next'
}

function fits(
  open: OpenBlock,
  gas: BlockGas,
  transaction: Transaction,
): boolean {
  const leastGasPrice = transaction.type === 'deposit' ? 0n : open.baseFeePerGas
  return (
    open.imported === undefined &&
    executable(open, transaction) <= open.gasLimit - gas.execution &&
    transaction.gas <= open.gasLimit - gas.state &&
    highestGasPrice(transaction) >= leastGasPrice
  )
}

/** The gas of a transaction that may be spent on execution. */
function executable({ config }: OpenBlock, { gas }: Transaction): bigint {
  return config.hardfork === 'amsterdam' ? lower(gas, mostExecutionGas) : gas
}

function add(gas: GasSums, more: BlockGas, paid: bigint): GasSums {
  return {
    paid: gas.paid + paid,
    execution: gas.execution + more.execution,
    state: gas.state + more.state,
  }
}

function logsThrough(last: Included | undefined): number {
  return last === undefined ? 0 : last.firstLogIndex + last.effect.logs.length
}

/**
 * Hashes of the transactions that a beat drops, given its index within the
 * block.
 */
export function dueDrops(open: OpenBlock, index: number): ReadonlySet<Hash> {
  const all = decided(open)
  if (all.length === 0) return nothing
  const due = all.filter(
    ({ transaction: { decision }, entered }) =>
      decision?.type === 'drop' && entered + decision.beats <= index,
  )
  return new Set(due.map(({ transaction }) => transaction.hash))
}

/** Whether a beat of the open block will drop a transaction. */
export function awaitsDrop(open: OpenBlock): boolean {
  return decided(open).some(
    ({ transaction }) => transaction.decision?.type === 'drop',
  )
}

/** Hashes of what the seal leaves out, and of what it reverts. */
export function sealDecisions(open: OpenBlock): {
  omitted: readonly Hash[]
  reverted: readonly Hash[]
} {
  const of = (...types: InclusionDecision['type'][]) =>
    decided(open)
      .filter(
        ({ transaction: { decision } }) =>
          decision && types.includes(decision.type),
      )
      .map(({ transaction }) => transaction.hash)
  return { omitted: of('drop', 'omitAtSeal'), reverted: of('revertAtSeal') }
}

/** Whether it stays out of a beat that would take it. */
export function isHeld({ decision }: Transaction, delayed: number): boolean {
  return (
    decision?.type === 'includeNever' ||
    (decision?.type === 'includeLate' && delayed < decision.beats)
  )
}

type Decided = { readonly transaction: Transaction; readonly entered: number }

/** Asked at each beat of a block that may be large. */
const known = new WeakMap<OpenBlock, readonly Decided[]>()

const none: readonly Decided[] = []
const nothing: ReadonlySet<Hash> = new Set()

function decided(open: OpenBlock): readonly Decided[] {
  // Most blocks are empty, and what is kept for each would have to be cleared.
  if (open.entries === null) return none
  const before = known.get(open)
  if (before !== undefined) return before
  const found = transactionsIn(open.entries)
    .filter(({ transaction }) => transaction.decision !== null)
    .map(({ transaction, index }) => ({ transaction, entered: index }))
  known.set(open, found)
  return found
}

/** Whether any of them would enter the block as it stands, or be refused. */
export function awaitsBeat(
  open: OpenBlock,
  transactions: readonly Transaction[],
): boolean {
  const waitingSenders = new Set<Address>()
  return transactions.some((transaction) => {
    const { from, decision } = transaction
    const turn = turnOf(open, open.state, transaction)
    if (turn === 'stale') return true
    if (turn === 'ahead' || waitingSenders.has(from)) return false
    waitingSenders.add(from)
    return (
      decision?.type !== 'includeNever' && fits(open, open.gas, transaction)
    )
  })
}

/** Transactions that leave a block for good, in the order of the block. */
export function droppedEntries<reason>(
  entered: readonly TransactionEntry[],
  reasons: ReadonlyMap<Hash, reason>,
): readonly (TransactionEntry & { reason: reason })[] {
  return entered.flatMap((entry) => {
    const reason = reasons.get(entry.transaction.hash)
    return reason === undefined ? [] : [{ ...entry, reason }]
  })
}
