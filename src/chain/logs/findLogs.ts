import { mayContain } from '../../base/codec/receipt.js'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { Chain } from '../blocks/chain.js'
import {
  firstAbove,
  type IndexedBlock,
  type IndexedLog,
  type LogIndex,
  type LogKeys,
  logIndexOf,
  type Postings,
} from '../indexes/logIndex.js'
import type { ImportedBlock } from '../model/importedBlock.js'
import { newest } from '../model/lineage.js'

type FoundLogs = {
  /** In the order of the chain. */
  readonly logs: readonly IndexedLog[]
  /** The first block that may hold some, but was imported without receipts. */
  readonly unknown: ImportedBlock | undefined
}

/**
 * The logs of sealed blocks from one number to another. It costs what the
 * rarest of what is asked for matches, however long the chain.
 */
export function findLogs(
  chain: Chain,
  filter: LogFilter,
  from: bigint,
  to: bigint,
): FoundLogs {
  const index = logIndexOf(chain)
  const range: Range = { from: Number(from), to: Number(to) }
  const isHeld = createIsHeld(chain)
  const unknown = within(index.unknown, range, (block) => block.number).find(
    (block) => isHeld(block) && mayHold(block, filter),
  )
  return {
    logs: candidates(index, filter, range).filter(
      ({ block, log }) => matchesLog(filter, log) && isHeld(block),
    ),
    unknown: unknown?.imported,
  }
}

type Range = { readonly from: number; readonly to: number }

function within<item>(
  list: readonly item[],
  { from, to }: Range,
  numberOf: (item: item) => number,
): item[] {
  return list.slice(
    firstAbove(list, from - 1, numberOf),
    firstAbove(list, to, numberOf),
  )
}

/** The part of the range that the rarest condition leaves. */
function candidates(
  index: LogIndex,
  { addresses, topics }: LogFilter,
  { from, to }: Range,
): IndexedLog[] {
  const conditions: { found: Slice[]; count: number }[] = []
  const consider = (lists: readonly (Postings | undefined)[]) => {
    const found = lists.flatMap((list) => {
      if (list === undefined) return []
      const first = firstAbove(list, from - 1, numberOfLog)
      const end = firstAbove(list, to, numberOfLog)
      return first < end ? [{ list, first, end }] : []
    })
    const count = found.reduce((sum, { first, end }) => sum + end - first, 0)
    conditions.push({ found, count })
  }
  if (addresses !== null)
    consider([...addresses].map((address) => index.byAddress.get(address)))
  topics.forEach((wanted, position) => {
    if (wanted !== null)
      consider([...wanted].map((one) => index.byTopic[position]?.get(one)))
  })
  if (conditions.length === 0) consider([index.all])
  const [rarest] = conditions.sort((one, other) => one.count - other.count)
  const slices = (rarest?.found ?? []).map(({ list, first, end }) =>
    list.slice(first, end),
  )
  return slices.length === 1
    ? (slices[0] as IndexedLog[])
    : slices.flat().sort(byPlace)
}

type Slice = { list: Postings; first: number; end: number }

function numberOfLog({ block }: IndexedLog): number {
  return block.number
}

function byPlace(one: IndexedLog, other: IndexedLog): number {
  return (
    one.block.number - other.block.number ||
    one.transactionIndex - other.transactionIndex ||
    one.position - other.position
  )
}

/** Whether a block is of this chain; blocks come in order, mostly. */
function createIsHeld({ sealed }: Chain): (block: IndexedBlock) => boolean {
  let last: { block: IndexedBlock; isHeld: boolean } | undefined
  return (block) => {
    if (last?.block !== block) {
      const link = newest(sealed, ({ first }) => Number(first) <= block.number)
      last = { block, isHeld: link?.value.memo === block.memo }
    }
    return last.isHeld
  }
}

function mayHold({ imported }: IndexedBlock, filter: LogFilter): boolean {
  const { logsBloom } = JSON.parse(imported?.text ?? '{}')
  return typeof logsBloom !== 'string' || matchesBloom(filter, logsBloom as Hex)
}

/** The logs that are asked for; null: any value at that place. */
export type LogFilter = {
  readonly addresses: ReadonlySet<Address> | null
  /**
   * By position: one of them. A list longer than a log's topics fits no log.
   */
  readonly topics: readonly (ReadonlySet<Hash> | null)[]
}

export function matchesLog(
  { addresses, topics }: LogFilter,
  log: LogKeys,
): boolean {
  if (addresses !== null && !addresses.has(log.address)) return false
  if (topics.length > log.topics.length) return false
  return topics.every(
    (wanted, position) =>
      wanted === null || wanted.has(log.topics[position] as Hash),
  )
}

/** Whether a block with that bloom may hold a log that is asked for. */
function matchesBloom({ addresses, topics }: LogFilter, bloom: Hex): boolean {
  return [addresses, ...topics].every(
    (wanted) =>
      wanted === null || [...wanted].some((item) => mayContain(bloom, item)),
  )
}
