import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { BlockRun } from '../model/blockRun.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import type { Lineage } from '../model/lineage.js'
import type { Included } from '../model/transaction.js'

/** The keys by which a log is found. */
export type LogKeys = {
  readonly address: Address
  readonly topics: readonly Hash[]
}

/** A log of a sealed block, and where it stands. */
export type IndexedLog = {
  readonly block: IndexedBlock
  readonly log: LogKeys
  /** Index of its transaction, in the block. */
  readonly transactionIndex: number
  /** Within its transaction. */
  readonly position: number
}

/** The block is of a chain if that chain has a run with this memo. */
export type IndexedBlock = {
  readonly number: number
  readonly memo: BlockRun['memo']
  readonly included: readonly Included[]
  readonly imported: ImportedBlock | undefined
}

/** Logs in the order of blocks, those of abandoned branches too. */
export type Postings = IndexedLog[]

/**
 * Finds logs by their keys. Made when first needed, filled as far as queries
 * reach, and made anew before abandoned logs outgrow the others.
 */
export type LogIndex = {
  filled: WeakSet<BlockRun['memo']>
  all: Postings
  byAddress: Map<Address, Postings>
  /** By the position of the topic. */
  byTopic: readonly Map<Hash, Postings>[]
  /** Imported ones whose receipts nobody gave. */
  unknown: IndexedBlock[]
  most: number
}

/** So many logs of abandoned branches do not justify a new index. */
const spare = 1_024

type Logged = {
  readonly sealed: Lineage<BlockRun>
  readonly memo: { logIndex: LogIndex | undefined }
}

/** The index of all versions of a chain, with the blocks of this one in it. */
export function logIndexOf({ memo, sealed }: Logged): LogIndex {
  const known = memo.logIndex ?? newIndex(spare)
  fill(known, sealed)
  const index = known.all.length > known.most ? newIndex(0) : known
  if (index !== known) {
    fill(index, sealed)
    index.most = 2 * index.all.length + spare
  }
  memo.logIndex = index
  return index
}

function newIndex(most: number): LogIndex {
  return {
    filled: new WeakSet(),
    all: [],
    byAddress: new Map(),
    byTopic: [new Map(), new Map(), new Map(), new Map()],
    unknown: [],
    most,
  }
}

/** Down to the first run that is in it: those before it are in it too. */
function fill(index: LogIndex, sealed: Lineage<BlockRun>): void {
  const missing: BlockRun[] = []
  let link: Lineage<BlockRun> | null = sealed
  while (link !== null && !index.filled.has(link.value.memo)) {
    missing.push(link.value)
    link = link.parent
  }
  for (const run of missing.reverse()) {
    index.filled.add(run.memo)
    const { memo, included, imported } = run
    // A run of several blocks has no logs: their deposits write none.
    const block = { number: Number(run.first), memo, included, imported }
    if (imported !== undefined) addImported(index, block, imported)
    else if (included.length > 0) addIncluded(index, block)
  }
}

function addIncluded(index: LogIndex, block: IndexedBlock) {
  for (const { effect, transactionIndex } of block.included)
    addAll(index, block, transactionIndex, effect.logs)
}

function addImported(
  index: LogIndex,
  block: IndexedBlock,
  { receipts, transactions }: ImportedBlock,
) {
  if (receipts === undefined && transactions.length > 0)
    insertSorted(index.unknown, block, (one) => one.number)
  for (const [at, receipt] of receipts?.entries() ?? [])
    addAll(index, block, at, logKeysIn(receipt))
}

function addAll(
  index: LogIndex,
  block: IndexedBlock,
  transactionIndex: number,
  logs: readonly LogKeys[],
) {
  for (const [position, log] of logs.entries())
    add(index, { block, log, transactionIndex, position })
}

/** By what the logs of an imported receipt are found. */
export function logKeysIn(receipt: string): LogKeys[] {
  const { logs = [] }: { logs?: { address: Hex; topics: Hex[] }[] } =
    JSON.parse(receipt)
  return logs.map(({ address, topics }) => ({
    address: address.toLowerCase() as Address,
    topics: topics.map((topic) => topic.toLowerCase() as Hash),
  }))
}

function add(index: LogIndex, one: IndexedLog) {
  const { address, topics } = one.log
  post(index.all, one)
  post(postingsOf(index.byAddress, address), one)
  for (let position = 0; position < topics.length; position++) {
    const byTopic = index.byTopic[position]
    if (byTopic) post(postingsOf(byTopic, topics[position] as Hash), one)
  }
}

function postingsOf<key>(map: Map<key, Postings>, key: key): Postings {
  const known = map.get(key)
  if (known !== undefined) return known
  const postings: Postings = []
  map.set(key, postings)
  return postings
}

function post(postings: Postings, one: IndexedLog) {
  insertSorted(postings, one, ({ block }) => block.number)
}

/** Behind those of the same number: mostly at the end, but for reorgs. */
function insertSorted<item>(
  list: item[],
  one: item,
  numberOf: (item: item) => number,
) {
  const number = numberOf(one)
  const last = list.at(-1)
  if (last === undefined || numberOf(last) <= number) list.push(one)
  else list.splice(firstAbove(list, number, numberOf), 0, one)
}

/** The first index whose number is above this one, in a list that rises. */
export function firstAbove<item>(
  list: readonly item[],
  number: number,
  numberOf: (item: item) => number,
): number {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (numberOf(list[middle] as item) > number) to = middle
    else from = middle + 1
  }
  return from
}
