import type { Transport } from '../endpoint/index.js'
import type { BlockLog } from './blockLog.js'
import { isConsistent } from './isConsistent.js'
import {
  blockQuery,
  chainIdQuery,
  type Reading,
  receiptsQuery,
  stateQueries,
} from './queries.js'
import { readMissed } from './readMissed.js'
import type { ParsedWatch } from './recordOptions.js'
import { type QueryStatus, runQueries } from './runQueries.js'

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
