import type { RpcLog } from 'viem'
import {
  type BlockView,
  type Chain,
  stretchesSince,
} from '../../chain/blocks/chain.js'
import { matchesLog } from '../../chain/logs/findLogs.js'
import { findSealedBlock, seenBy } from '../../chain/lookup/find.js'
import type { Included } from '../../chain/model/transaction.js'
import { identify } from '../format/formatBlock.js'
import { formatLog, readKnownLogs } from '../format/formatReceipt.js'
import { type LogCriteria, refuseCriteria } from '../logs/logCriteria.js'
import { isPending, refuseStanding } from '../logs/logRange.js'
import type { View } from '../view/view.js'
import { changedLogs, newBlocks, within } from './changes.js'
import {
  preconfirmedIn,
  readCriteria,
  type SubscriptionType,
} from './subscriptionType.js'

export const logs: SubscriptionType<LogCriteria> = {
  type: 'logs',
  isUsual: true,
  read: readCriteria,
  refuse: (criteria, chain) =>
    refuseCriteria(criteria, 1) ?? refuseStanding(criteria, seenBy(chain)),
  results: (criteria, { view, from }) => newLogs(from, view, criteria),
}

export const pendingLogs: SubscriptionType<LogCriteria> = {
  type: 'pendingLogs',
  isUsual: true,
  read: readCriteria,
  refuse: (criteria) => refuseCriteria(criteria, 1),
  results: (criteria, update) =>
    preconfirmedIn(update).flatMap(({ included, chain }) =>
      openLogs({ ...update.view, chain }, included).filter((_, position) => {
        const log = included.effect.logs[position]
        return log !== undefined && matchesLog(criteria, log)
      }),
    ),
}

export const monadLogs: SubscriptionType<LogCriteria> = {
  type: 'monadLogs',
  isUsual: false,
  read: readCriteria,
  refuse: (criteria) => refuseCriteria(criteria, 1),
  results: (criteria, { view, from }) => committedLogs(from, view, criteria),
}

/**
 * The logs of blocks that were sealed since an earlier chain, as Monad tells
 * them of proposals (docs.monad.xyz, WebSocket guide). Whether it tells them
 * again as their block comes to other states is not established.
 */
function committedLogs(
  since: Chain,
  view: View,
  criteria: LogCriteria,
): object[] {
  return newBlocks(since, view.chain).flatMap(({ block: { number }, chain }) =>
    readKnownLogs(
      { ...view, chain },
      criteria,
      { from: number, to: number },
      false,
    ).map((log) => ({
      blockId: log.blockHash,
      commitState: 'Proposed',
      ...log,
    })),
  )
}

/**
 * Logs for a filter or a subscription since an earlier chain: at each seal, or
 * at each beat if `latest` serves the open block.
 */
export function newLogs(
  since: Chain,
  view: View,
  criteria: LogCriteria,
): RpcLog[] {
  return isLive(since, criteria) || isLive(view.chain, criteria)
    ? liveLogs(since, view, criteria)
    : changedLogs(since, view, criteria)
}

/** Whether logs are sent at each beat, which a cadence may change. */
function isLive(chain: Chain, { toBlock }: LogCriteria): boolean {
  const beatsSeenBy = seenBy(chain)
  return (
    beatsSeenBy === 'latest' ||
    (beatsSeenBy === 'latestState' && isPending(toBlock))
  )
}

/**
 * Logs of the open block that were sent stay so if the seal keeps them; else
 * they are sent again, marked as removed.
 */
function liveLogs(since: Chain, view: View, criteria: LogCriteria): RpcLog[] {
  const { chain } = view
  const logs: RpcLog[] = []
  let emitted: Emitted | undefined = isLive(since, criteria)
    ? { chain: since, block: since.open }
    : undefined
  const add = (of: Emitted, skipped: number, removed: boolean) => {
    logs.push(...logsAfter(view, criteria, of, skipped, removed))
  }
  const turnInto = (next: Emitted) => {
    const { block } = emitted ?? {}
    const isSame = block?.number === next.block.number
    const kept = isSame ? sharedStart(block.included, next.block.included) : 0
    if (emitted !== undefined) add(emitted, kept, true)
    add(next, kept, false)
    emitted = undefined
  }
  for (const stretch of stretchesSince(since, chain)) {
    const { type, sealed, from, to } = stretch
    const held = { ...chain, sealed }
    const first =
      type === 'sealed' && emitted?.block.number === from
        ? findSealed(held, from)
        : null
    if (first === null) {
      if (emitted !== undefined) add(emitted, 0, true)
      emitted = undefined
    } else turnInto({ chain: held, block: first })
    const rest = within(criteria, first === null ? from : from + 1n, to)
    const isRemoved = type === 'removed'
    logs.push(
      ...readKnownLogs({ ...view, chain: held }, criteria, rest, isRemoved),
    )
  }
  if (isLive(chain, criteria)) turnInto({ chain, block: chain.open })
  return logs
}

type Emitted = { readonly chain: Chain; readonly block: BlockView }

/** An imported block has its logs in its receipts alone. */
function findSealed(chain: Chain, number: bigint): BlockView | null {
  const block = findSealedBlock(chain, number)
  return block?.imported === undefined ? block : null
}

function sharedStart(
  one: readonly Included[],
  other: readonly Included[],
): number {
  const end = one.findIndex((included, at) => !isAlike(included, other[at]))
  return end === -1 ? one.length : end
}

function isAlike(one: Included, other: Included | undefined): boolean {
  return (
    one === other ||
    (one.transaction.hash === other?.transaction.hash &&
      JSON.stringify(one.effect.logs) === JSON.stringify(other.effect.logs))
  )
}

function logsAfter(
  view: View,
  criteria: LogCriteria,
  { chain, block }: Emitted,
  skipped: number,
  removed: boolean,
): RpcLog[] {
  const { from, to } = within(criteria, block.number, block.number)
  const found = from > to ? [] : block.included.slice(skipped)
  if (found.every(({ effect }) => effect.logs.length === 0)) return []
  const { receipt } = identify({ ...view, chain }, block)
  return found.flatMap((included) =>
    included.effect.logs.flatMap((log, position) =>
      matchesLog(criteria, log)
        ? [formatLog(included, position, receipt, removed)]
        : [],
    ),
  )
}

/** The logs of a transaction of the open block. */
export function openLogs(view: View, one: Included): RpcLog[] {
  const { receipt } = identify(view, view.chain.open)
  return one.effect.logs.map((_, position) =>
    formatLog(one, position, receipt, false),
  )
}
