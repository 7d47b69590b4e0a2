import { toQuantity } from '../../base/hex/hex.js'
import type { Transport } from '../endpoint/index.js'
import type { BlockLog } from './blockLog.js'
import {
  blockQuery,
  chainIdQuery,
  isConsistent,
  type QueryStatus,
  type Reading,
  receiptsQuery,
  runQueries,
  stateQueries,
} from './queries.js'
import type { ParsedWatch } from './recordOptions.js'

/** The findings of one poll. */
export type Poll = {
  readonly chainId: number | undefined
  readonly missed: readonly Reading[]
  readonly latest: Reading
  readonly pending: Reading
  /**
   * Whether the receipts of pending are those of latest; undefined if
   * nothing tells them apart, or they are of neither.
   */
  readonly isReceiptsOfLatest: boolean | undefined
  /** How its requests ended, by method and block. */
  readonly statuses: readonly QueryStatus[]
}

/** Reads the endpoint once, and again if what it said does not fit. */
export async function poll(
  transport: Transport,
  watch: ParsedWatch,
  blockLog: BlockLog,
  before: Poll | undefined,
): Promise<Poll> {
  let chainId = before?.chainId
  const latest: Reading = { state: {} }
  const pending: Reading = { state: {} }
  const askPending = () => [
    blockQuery('pending', pending),
    receiptsQuery('pending', pending),
    ...stateQueries('pending', watch, pending),
  ]
  const asksReceipts =
    !blockLog.hasReceipts || refusesReceipts(before?.statuses ?? [])
  const statuses = await runQueries(transport, [
    ...(chainId === undefined
      ? [
          chainIdQuery((answered) => {
            chainId = answered
          }),
        ]
      : []),
    blockQuery('latest', latest),
    ...(asksReceipts ? [receiptsQuery('latest', latest)] : []),
    ...stateQueries('latest', watch, latest),
    ...askPending(),
  ])
  const isOut = statuses.every(({ failure }) => failure !== undefined)
  if (isOut)
    return {
      chainId,
      missed: [],
      latest,
      pending,
      isReceiptsOfLatest: undefined,
      statuses,
    }

  if (!isConsistent(pending))
    statuses.push(...(await runQueries(transport, askPending())))
  const isNew = isNewLatest(blockLog, latest)
  if (!asksReceipts && (isNew || refusesReceipts(statuses)))
    statuses.push(
      ...(await runQueries(transport, [receiptsQuery('latest', latest)])),
    )
  if (!isConsistent(latest)) {
    delete latest.receipts
    const { number } = latest.block?.head ?? {}
    await runQueries(transport, [
      receiptsQuery(`0x${number?.toString(16)}`, latest),
    ])
  }
  const missed = isNew
    ? await readMissed(transport, watch, blockLog, latest)
    : []
  const isReceiptsOfLatest = compareReceipts(latest, pending)
  return { chainId, missed, latest, pending, isReceiptsOfLatest, statuses }
}

/** Whether receipts were asked for and not answered. */
function refusesReceipts(statuses: readonly QueryStatus[]): boolean {
  return statuses.some(
    ({ method, failure }) =>
      method === 'eth_getBlockReceipts' && failure !== undefined,
  )
}

/** Nodes that know the pending block may have no receipts of it. */
function compareReceipts(
  latest: Reading,
  pending: Reading,
): boolean | undefined {
  const { receipts } = pending
  if (!latest.block || !pending.block || !receipts) return undefined
  const { block, state } = latest
  const isOfLatest = isConsistent({ block, state, receipts })
  return isConsistent(pending) === isOfLatest ? undefined : isOfLatest
}

function isNewLatest(blockLog: BlockLog, { block }: Reading): boolean {
  if (block === undefined) return false
  const { number, hash } = block.head
  return number !== blockLog.highest || blockLog.hashAt(number ?? -1n) !== hash
}

/** blocks; after a longer gap those before are not recorded */
const mostMissed = 64

/** blocks in one batch, for endpoints that limit its length or their answer's */
const together = 4n

/**
 * Reads by number what lies between the blocks that are held and a new latest
 * one: those that passed between two polls, and those that replaced held ones.
 * Oldest first.
 */
async function readMissed(
  transport: Transport,
  watch: ParsedWatch,
  blockLog: BlockLog,
  newest: Reading,
): Promise<Reading[]> {
  const { lowest, highest } = blockLog
  if (lowest === undefined || highest === undefined) return []
  const missed: Reading[] = []
  for (let oldest = newest; missed.length < mostMissed; ) {
    const { number, parentHash } = oldest.block?.head ?? {}
    if (typeof number !== 'bigint') break
    const parent = number - 1n
    if (parent < lowest || blockLog.hashAt(parent) === parentHash) break
    const first = parent > highest ? highest + 1n : parent
    const from = parent - first < together ? first : parent - together + 1n
    const read = await readBlocks(transport, watch, from, parent)
    const linked = linkedTo(parentHash, read)
    missed.unshift(...linked)
    const [before] = linked
    if (before === undefined || linked.length < read.length) break
    oldest = before
  }
  return missed
}

async function readBlocks(
  transport: Transport,
  watch: ParsedWatch,
  from: bigint,
  to: bigint,
): Promise<Reading[]> {
  const readings: Reading[] = []
  const queries = []
  for (let number = from; number <= to; number++) {
    const block = toQuantity(number)
    const reading: Reading = { state: {} }
    readings.push(reading)
    queries.push(
      blockQuery(block, reading),
      receiptsQuery(block, reading),
      ...stateQueries(block, watch, reading),
    )
  }
  await runQueries(transport, queries)
  for (const reading of readings)
    if (!isConsistent(reading)) delete reading.receipts
  return readings
}

/** Blocks that lead without a gap to a block whose parent has that hash. */
function linkedTo(
  hash: string | undefined,
  readings: readonly Reading[],
): Reading[] {
  const linked: Reading[] = []
  let expected = hash
  for (const reading of [...readings].reverse()) {
    const head = reading.block?.head
    if (head === undefined || head.hash !== expected) break
    linked.unshift(reading)
    expected = head.parentHash
  }
  return linked
}
