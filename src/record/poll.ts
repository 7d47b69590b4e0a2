import type { Story } from './blockLog.js'
import type { Ask } from './endpoint/transport.js'
import { isConsistent } from './isConsistent.js'
import {
  askBlock,
  askChainId,
  askReceipts,
  askState,
  type Reading,
} from './queries.js'
import { readMissed } from './readMissed.js'
import type { ParsedWatch } from './recordOptions.js'
import { put, type Status } from './runQueries.js'

/** What one poll found. */
export type Poll = {
  readonly chainId: number | undefined
  readonly missed: readonly Reading[]
  readonly latest: Reading
  readonly pending: Reading
  /**
   * Whether the receipts of pending are those of latest; undefined where
   * nothing tells them apart, or they are of neither.
   */
  readonly isReceiptsOfLatest: boolean | undefined
  /** How its requests ended, by method and block. */
  readonly statuses: readonly Status[]
}

/** Reads the endpoint once, and again where what it said does not fit. */
export async function poll(
  ask: Ask,
  watch: ParsedWatch,
  story: Story,
  before: Poll | undefined,
): Promise<Poll> {
  let chainId = before?.chainId
  const latest: Reading = { state: {} }
  const pending: Reading = { state: {} }
  const askPending = () => [
    askBlock('pending', pending),
    askReceipts('pending', pending),
    ...askState('pending', watch, pending),
  ]
  const asksReceipts =
    !story.hasReceipts || refusesReceipts(before?.statuses ?? [])
  const statuses = await put(ask, [
    ...(chainId === undefined
      ? [
          askChainId((answered) => {
            chainId = answered
          }),
        ]
      : []),
    askBlock('latest', latest),
    ...(asksReceipts ? [askReceipts('latest', latest)] : []),
    ...askState('latest', watch, latest),
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

  if (!isConsistent(pending)) statuses.push(...(await put(ask, askPending())))
  const isNew = isNewLatest(story, latest)
  if (!asksReceipts && (isNew || refusesReceipts(statuses)))
    statuses.push(...(await put(ask, [askReceipts('latest', latest)])))
  if (!isConsistent(latest)) {
    delete latest.receipts
    const { number } = latest.block?.head ?? {}
    await put(ask, [askReceipts(`0x${number?.toString(16)}`, latest)])
  }
  const missed = isNew ? await readMissed(ask, watch, story, latest) : []
  const isReceiptsOfLatest = compareReceipts(latest, pending)
  return { chainId, missed, latest, pending, isReceiptsOfLatest, statuses }
}

/** Whether receipts were asked for and not answered. */
function refusesReceipts(statuses: readonly Status[]): boolean {
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

function isNewLatest(story: Story, { block }: Reading): boolean {
  if (block === undefined) return false
  const { number, hash } = block.head
  return number !== story.highest || story.hashAt(number ?? -1n) !== hash
}
