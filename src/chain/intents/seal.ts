import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import { type Chain, droppedFrom, type Effect } from '../blocks/chain.js'
import { contentAt } from '../blocks/contentAt.js'
import {
  droppedEntries,
  exclude,
  include,
  openBlock,
} from '../blocks/openBlock.js'
import { dedupeByNonce, listDrops, listQueue } from '../blocks/queue.js'
import { openNext } from '../lookup/blockHash.js'
import {
  type BlockRun,
  baseFeeAt,
  isIdle,
  laterWord,
  newRunMemo,
  type RunMemo,
} from '../model/blockRun.js'
import { append, type Lineage, replace } from '../model/lineage.js'
import {
  type Amendment,
  type BlockEntry,
  type Included,
  listEntries,
  type Transaction,
  transactionsIn,
} from '../model/transaction.js'

/** Seals the open block as it stands, then as many idle ones as asked for. */
export function seal(chain: Chain, blocks = 1): Chain {
  if (chain.open.entries === null) return sealIdle(chain, blocks)
  const first = sealOpen(chain)
  return blocks === 1 ? first : sealIdle(first, blocks - 1)
}

function sealOpen(chain: Chain): Chain {
  const { open } = chain
  // Few sealed blocks are read again: strings of all would fill the memory.
  for (const included of open.included) {
    included.text = undefined
    included.transaction.lastRun = undefined
  }
  const run = {
    first: open.number,
    count: 1,
    origin: open.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasLimit: open.gasLimit,
    miner: open.miner,
    gasUsed: open.gasUsed,
    blobGasUsed: open.blobGasUsed,
    included: open.included,
    deposits: open.deposits,
    entries: open.entries,
    mixHash: open.mixHash,
    committed: open.state,
    state: open.state,
    imported: undefined,
  }
  const sealed = extend(chain, run, newRunMemo)
  return { ...chain, sealed, open: openNext(chain, sealed) }
}

/** Seals as many blocks to which nothing happened, of whatever cadences. */
function sealIdle(chain: Chain, blocks: number): Chain {
  let next = chain
  for (let left = blocks; left > 0; ) {
    const count = Math.min(left, blocksAlike(next))
    next = sealRun(next, count)
    left -= count
  }
  return next
}

/** How many blocks from the open one on have its cadence and its mixHash. */
function blocksAlike({ config, open }: Chain): number {
  if (open.mixHash !== laterWord(open.mixHash, config.mixHash)) return 1
  const later = config.cadences.filter(({ from }) => from > open.number).at(-1)
  return later === undefined
    ? Number.POSITIVE_INFINITY
    : Number(later.from - open.number)
}

function sealRun(chain: Chain, count: number): Chain {
  const { open } = chain
  const run = {
    first: open.number,
    count,
    origin: open.origin,
    baseFeePerGas: open.baseFeePerGas,
    gasLimit: open.gasLimit,
    miner: open.miner,
    gasUsed: open.gasUsed,
    blobGasUsed: 0n,
    included: noTransactions,
    deposits: open.deposits,
    entries: null,
    mixHash: open.mixHash,
    committed: open.base,
    state: open.base,
    imported: undefined,
  }
  const sealed = extend(chain, run, () => idleMemo(chain))
  return { ...chain, sealed, open: openNext(chain, sealed) }
}

/**
 * Idle blocks after the same open block are the same blocks, whoever passes
 * that time again to look at an instant: they are hashed once.
 */
function idleMemo({ sealed, open }: Chain): RunMemo {
  const { memo } = sealed.value
  if (memo.idle?.after !== open) memo.idle = { after: open, memo: newRunMemo() }
  return memo.idle.memo
}

const noTransactions: readonly Included[] = []

/** Idle blocks over the same state lengthen the run they follow. */
function extend(
  { sealed, config }: Chain,
  next: Omit<BlockRun, 'memo'>,
  memo: () => RunMemo,
): Lineage<BlockRun> {
  const run = sealed.value
  const follows =
    isIdle(run) &&
    isIdle(next) &&
    run.origin === next.origin &&
    run.gasLimit === next.gasLimit &&
    run.miner === next.miner &&
    run.mixHash === next.mixHash &&
    baseFeeAt(config, run, run.count) === next.baseFeePerGas &&
    contentAt(config, run, run.count - 1).state === next.committed
  return follows
    ? replace(sealed, { ...run, count: run.count + next.count })
    : append(sealed, { ...next, memo: memo() })
}

/**
 * The open block without what was asked to leave it since its last beat: it is
 * sealed without these, and without what cannot run when they are gone.
 */
export function withoutDropped(chain: Chain): {
  chain: Chain
  effects: Effect[]
} {
  const { open, queue } = chain
  if (queue.drops === null) return { chain, effects: [] }
  const drops = listDrops(queue)
  const entered = transactionsIn(open.entries)
  if (!entered.some(({ transaction: { hash } }) => drops.has(hash)))
    return { chain, effects: [] }
  const kept = exclude(open, drops)
  const deduped = dedupeByNonce([...kept.waiting, ...listQueue(queue)])
  return {
    chain: {
      ...chain,
      open: kept.open,
      queue: deduped.queue,
    },
    effects: [
      ...droppedEntries(entered, new Map([...drops, ...deduped.replaced])),
      ...kept.refused,
    ].map(droppedFrom(open.number)),
  }
}

/** How a block is sealed differently from what was pre-confirmed. */
export type SealPlan<name = string> = {
  /** These transactions swap places so that they come in this order. */
  order?: readonly name[] | undefined
  /** Leaves these transactions out of the block. */
  omit?: readonly name[] | undefined
  /** Final effects of transactions, in place of the pre-confirmed ones. */
  amend?: readonly NamedAmendment<name>[] | undefined
}

type NamedAmendment<name> = Amendment & {
  transaction: name
}

/**
 * The open block as the script has it sealed, and the drops that this causes:
 * first what is left out, in block order, then what can no longer run.
 *
 * @param at - When the script said so, ms since the node was created.
 */
export function applySealPlan(
  chain: Chain,
  { order = [], omit = [], amend = [] }: SealPlan,
  at: number,
): { chain: Chain; effects: Effect[] } {
  const { open } = chain
  if (order.length + omit.length + amend.length === 0)
    return { chain, effects: [] }
  const entries = listEntries(open.entries)
  const entered = transactionsIn(open.entries)
  const named = nameAll(entered)
  const find = (name: string) => {
    const transaction = named.get(name)
    if (transaction === undefined) throw unknownTransactionError(name, at)
    return transaction
  }
  const findAll = (names: readonly string[]) => {
    const found = new Set<Transaction>()
    for (const name of names) {
      const transaction = find(name)
      if (found.has(transaction)) throw namedTwiceError(name, at)
      found.add(transaction)
    }
    return found
  }
  const omitted = findAll(omit)
  findAll(amend.map(({ transaction }) => transaction))
  const amended = new Map(
    amend.map((amendment) => {
      const transaction = find(amendment.transaction)
      assertGas(transaction, amendment, at)
      return [transaction, amendment]
    }),
  )
  const isTurn = findAll(order)
  const own = new Map(entered.map((entry) => [entry.transaction, entry]))
  const turns = isTurn.values()
  const revised = entries.map((entry): BlockEntry => {
    if (entry.type === 'set' || !isTurn.has(entry.transaction)) return entry
    return own.get(turns.next().value as Transaction) ?? entry
  })
  const kept = revised.flatMap((entry): BlockEntry[] => {
    if (entry.type === 'set') return [entry]
    if (omitted.has(entry.transaction)) return []
    const amendment = amended.get(entry.transaction)
    if (amendment === undefined) return [entry]
    return [{ ...entry, amendments: [...(entry.amendments ?? []), amendment] }]
  })
  const folded = include(openBlock(open), kept)
  const { queue } = chain
  const drops = listDrops(queue)
  const left = new Set(folded.waiting)
  const waiting = folded.waiting.filter(({ hash }) => !drops.has(hash))
  const deduped = dedupeByNonce([...waiting, ...listQueue(queue)])
  return {
    chain: {
      ...chain,
      open: folded.open,
      queue:
        waiting.length === 0 ? queue : { ...deduped.queue, drops: queue.drops },
    },
    effects: [
      // In the order of the block.
      ...entered
        .filter(({ transaction }) => omitted.has(transaction))
        .map((entry) => ({ ...entry, reason: 'omitted' as const })),
      ...folded.refused,
      // Asked to leave before the seal, or replaced in the queue.
      ...droppedEntries(
        entered.filter(({ transaction }) => left.has(transaction)),
        new Map([...drops, ...deduped.replaced]),
      ),
    ].map(droppedFrom(open.number)),
  }
}

/** By label and by hash; of several with one label, the first. */
function nameAll(
  entered: readonly { transaction: Transaction }[],
): Map<string, Transaction> {
  const named = new Map<string, Transaction>()
  for (const { transaction } of entered) {
    const { label, hash } = transaction
    if (label !== undefined && !named.has(label)) named.set(label, transaction)
    named.set(hash, transaction)
  }
  return named
}

function assertGas(
  { hash, gas }: Transaction,
  { gasUsed = 0n }: Amendment,
  at: number,
) {
  if (gasUsed > gas) throw gasLimitError(hash, gasUsed, gas, at)
}

function unknownTransactionError(
  name: string,
  at: number,
): PresealError<'UnknownTransactionError'> {
  return new PresealError(
    'UnknownTransactionError',
    `The step "planSeal" at ${at} ms names "${name}", which is not pending when the block is sealed, so its order, omit and amend do nothing; a delay still applies. Name a transaction that this block has pre-confirmed and no other plan omits.`,
  )
}

function namedTwiceError(
  name: string,
  at: number,
): PresealError<'ChainRuleError'> {
  return new PresealError(
    'ChainRuleError',
    `The step "planSeal" at ${at} ms names "${name}" twice in one list, so its order, omit and amend do nothing; a delay still applies. Name each transaction once.`,
    { reason: 'namedTwice' },
  )
}

function gasLimitError(
  hash: Hash,
  gasUsed: bigint,
  gas: bigint,
  at: number,
): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The step "planSeal" at ${at} ms: transaction ${hash} cannot have used ${gasUsed} gas, as its gas limit is ${gas}. Give it more "gas", or amend it to less "gasUsed".`,
    { reason: 'amended' },
  )
}
