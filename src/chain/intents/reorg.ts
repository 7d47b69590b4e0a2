import { lookup, remove } from '../../base/codec/trie.js'
import { PresealError } from '../../base/errors/errors.js'
import type { Hash } from '../../base/hex/hex.js'
import {
  type Chain,
  droppedFrom,
  type Effect,
  lastNumber,
  latestNumber,
} from '../blocks/chain.js'
import { contentAt, type OpeningHeader } from '../blocks/contentAt.js'
import { droppedEntries } from '../blocks/openBlock.js'
import {
  dedupeByNonce,
  emptyQueue,
  listDrops,
  listQueue,
} from '../blocks/queue.js'
import { openNext } from '../lookup/blockHash.js'
import { findSealedBlock } from '../lookup/find.js'
import { type BlockRun, laterWord, otherWord } from '../model/blockRun.js'
import { type Lineage, replace } from '../model/lineage.js'
import { changeAccounts, type State } from '../model/state.js'
import {
  type BlockEntries,
  type BlockEntry,
  listEntries,
  setsIn,
  type Transaction,
  type TransactionEntry,
  transactionsIn,
} from '../model/transaction.js'
import { seal } from './seal.js'
import { repeat } from './setAccounts.js'

/**
 * Replaces the newest sealed blocks by as many others, which hold the same
 * transactions except those named by label or hash; without names, no
 * transactions. Accounts that were set stay. Pending transactions return to the
 * queue.
 */
export function reorg(
  chain: Chain,
  depth: number,
  omit: readonly string[] | undefined,
): { chain: Chain; effects: Effect[] } {
  const latest = latestNumber(chain)
  const first = latest - BigInt(depth) + 1n
  const { sealed: kept, imports } = keepBelow(chain, first)
  if (kept === null)
    throw new PresealError(
      'ChainRuleError',
      `A reorg of depth ${depth} would replace the first block, as latest is block ${latest}. ${latest === 0n ? 'Seal a block first, such as with node.nextBlock().' : 'Reorg later, or lower the depth.'}`,
      { reason: 'reorg' },
    )
  const replaced = replacedByNumber(chain, first, latest)
  assertNamed(replaced, omit ?? [], depth)
  const isOmitted = ({ hash, label = '' }: Transaction) =>
    omit === undefined || omit.includes(hash) || omit.includes(label)

  const effects: Effect[] = []
  const returning: { entry: TransactionEntry; number: bigint }[] = []
  // Blocks of another branch differ even if they hold the same.
  const mixHash = otherWord(
    laterWord(chain.sealed.value.mixHash, chain.config.mixHash),
  )
  const sealed = withoutSets(kept)
  let next: Chain = {
    ...chain,
    sealed,
    imports,
    open: chain.open,
    queue: emptyQueue,
  }
  for (const [number, { entries, header }] of replaced) {
    const { kept, omitted } = split(entries, isOmitted)
    const opened = reopen(next, { ...header, mixHash })
    const { chain: repeated, refused, waiting } = repeat(opened, kept)
    const waits = new Set(waiting)
    for (const entry of kept)
      if (entry.type === 'transaction' && waits.has(entry.transaction))
        returning.push({ entry, number })
    const dropped = [
      ...omitted.map((entry) => ({ ...entry, reason: 'omitted' as const })),
      ...refused,
    ]
    effects.push(...dropped.map(droppedFrom(number)))
    next = seal(repeated)
  }
  const requeued = requeue(chain, {
    before: returning.map(({ entry }) => entry.transaction),
  })
  for (const { entry, number } of returning)
    effects.push(
      ...droppedEntries([entry], requeued.replaced).map(droppedFrom(number)),
    )
  effects.push(...requeued.effects)
  const { origin, gasLimit, miner } = chain.open
  next = {
    ...reopen(next, { origin, gasLimit, miner }),
    queue: requeued.queue,
  }
  const sets = listEntries(setsIn(chain.open.entries))
  return { chain: repeat(next, sets).chain, effects }
}

/**
 * The state of the parent as the replaced block began with it: what was set
 * later is among that block's entries, in its order with transactions.
 */
function withoutSets(parent: Lineage<BlockRun>): Lineage<BlockRun> {
  const { value } = parent
  const { committed } = value
  return value.state === committed
    ? parent
    : replace(parent, { ...value, state: committed })
}

/** Fields that a block in place of another one takes from it. */
type Replaced = {
  readonly entries: readonly BlockEntry[]
  readonly header: OpeningHeader
}

function replacedByNumber(
  chain: Chain,
  first: bigint,
  latest: bigint,
): ReadonlyMap<bigint, Replaced> {
  const byNumber = new Map<bigint, Replaced>()
  for (let number = first; number <= latest; number++)
    byNumber.set(number, replacedAt(chain, number))
  return byNumber
}

function assertNamed(
  replaced: ReadonlyMap<bigint, Replaced>,
  names: readonly string[],
  depth: number,
) {
  if (names.length === 0) return
  const held = new Set<string | undefined>()
  for (const { entries } of replaced.values())
    for (const entry of entries)
      if (entry.type === 'transaction')
        held.add(entry.transaction.hash).add(entry.transaction.label)
  for (const name of names)
    if (!held.has(name)) throw unknownTransactionError(name, depth)
}

function replacedAt(chain: Chain, number: bigint): Replaced {
  const block = findSealedBlock(chain, number)
  if (block?.imported !== undefined)
    throw new PresealError(
      'ChainRuleError',
      `Block ${number} was imported, and its effects are unknown, so no reorg can rebuild it. Import the blocks of the other branch instead.`,
      { reason: 'reorg' },
    )
  if (block === null) return { entries: [], header: {} }
  const { origin, gasLimit, miner, entries } = block.run.value
  return {
    entries: block.offset === 0 ? listEntries(entries) : [],
    header: { origin, gasLimit, miner },
  }
}

/** The block that follows latest, as it opens with this header. */
function reopen(chain: Chain, header: OpeningHeader): Chain {
  return { ...chain, open: openNext(chain, chain.sealed, header) }
}

function split(
  entries: readonly BlockEntry[],
  isOmitted: (transaction: Transaction) => boolean,
) {
  const kept: BlockEntry[] = []
  const omitted: TransactionEntry[] = []
  for (const entry of entries)
    if (entry.type === 'transaction' && isOmitted(entry.transaction))
      omitted.push(entry)
    else kept.push(entry)
  return { kept, omitted }
}

function unknownTransactionError(
  name: string,
  depth: number,
): PresealError<'UnknownTransactionError'> {
  return new PresealError(
    'UnknownTransactionError',
    `A reorg of depth ${depth} cannot omit "${name}": none of the replaced blocks holds it. Name a transaction that one of them holds, or raise the depth.`,
  )
}

type Requeued = ReturnType<typeof dedupeByNonce> & {
  readonly effects: readonly Effect[]
}

/**
 * Puts pre-confirmed transactions back into the queue.
 *
 * @param held - By a block: these do not return.
 * @param before - What returns from the blocks before the open one.
 */
export function requeue(
  { open, queue }: Pick<Chain, 'open' | 'queue'>,
  {
    held = new Set(),
    before = [],
  }: { held?: ReadonlySet<Hash>; before?: readonly Transaction[] } = {},
): Requeued {
  const drops = listDrops(queue)
  const entered = transactionsIn(open.entries)
  const returning = entered
    .map(({ transaction }) => transaction)
    .filter(({ hash }) => !drops.has(hash))
  const deduped = dedupeByNonce(
    [...before, ...returning, ...listQueue(queue)].filter(
      ({ hash }) => !held.has(hash),
    ),
  )
  return {
    ...deduped,
    effects: droppedEntries(
      entered,
      new Map([...drops, ...deduped.replaced]),
    ).map(droppedFrom(open.number)),
  }
}

type KeptBlocks = Pick<Chain, 'imports'> & {
  sealed: Lineage<BlockRun> | null
  /**
   * Accounts that the script set in the blocks that are replaced, and since.
   */
  sets: BlockEntries
  /** After the newest block that is kept, with all that is set in it. */
  state: State
}

/** The part that stays once the blocks from a number on are replaced. */
export function keepBelow(chain: Chain, number: bigint): KeptBlocks {
  let { imports } = chain
  let sealed: Lineage<BlockRun> | null = chain.sealed
  let state = latestState(chain)
  if (lastNumber(sealed.value) < number) {
    const sets = setsIn(chain.open.entries)
    return { sealed, sets, state, imports }
  }

  const replaced = [chain.open.entries]
  while (sealed !== null && lastNumber(sealed.value) >= number) {
    const run: BlockRun = sealed.value
    state = run.state
    const hash = run.imported?.hash
    if (hash && (lookup(imports, hash) ?? -1n) >= number)
      imports = remove(imports, hash)
    if (run.first < number) {
      const count = Number(number - run.first)
      sealed = replace(sealed, { ...run, count })
    } else {
      replaced.push(run.entries)
      sealed = sealed.parent
    }
  }
  if (sealed !== null) state = stateOf(chain, sealed.value)
  const sets = replaced.reduceRight<BlockEntries>(
    (before, entries) => setsIn(entries, before),
    null,
  )
  for (const entry of listEntries(sets))
    if (entry.type === 'set') state = changeAccounts(state, entry.changes)
  return { sealed, sets, state, imports }
}

export function latestState(chain: Chain): State {
  return stateOf(chain, chain.sealed.value)
}

/** After the last block of a run. */
function stateOf({ config }: Chain, run: BlockRun): State {
  return contentAt(config, run, run.count - 1).state
}
