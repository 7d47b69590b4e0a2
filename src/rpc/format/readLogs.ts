import type { RpcLog } from 'viem'
import {
  type BlockView,
  type Chain,
  latestNumber,
} from '../../chain/blocks/chain.js'
import { type IndexedLog, logKeysIn } from '../../chain/indexes/logIndex.js'
import { findLogs } from '../../chain/logs/findLogs.js'
import { type LogFilter, matchesLog } from '../../chain/logs/logFilter.js'
import { findSealedBlock } from '../../chain/lookup/find.js'
import { type LogRange, pendingPlace } from '../logs/logRange.js'
import { readRecordedLogs } from '../logs/readRecordedLogs.js'
import type { View } from '../view/view.js'
import { formatImportedReceipts } from './formatImported.js'
import { formatImportedLog, formatLog } from './formatLog.js'
import { identify } from './identity.js'

/**
 * The logs of a range as they are on the wire: those of sealed blocks, then
 * those of the pending block if the range reaches it.
 *
 * @throws UnknownBlockError if an imported block may hold some, but came
 * without receipts; NotRecordedError if the range begins before a fork and
 * was not recorded.
 */
export function readLogs(
  view: View,
  filter: LogFilter,
  { from, to }: LogRange,
): RpcLog[] {
  const { chain } = view
  const head = latestNumber(chain)
  const logs = readSealedLogs(view, filter, { from, to: to < head ? to : head })
  const isPending = to === pendingPlace && from <= placeOfPending(chain, from)
  return isPending ? logs.concat(readPendingLogs(view, filter)) : logs
}

function placeOfPending({ open }: Chain, from: bigint): bigint {
  return from === pendingPlace ? from : (open.imported?.number ?? open.number)
}

/** @throws UnknownBlockError and NotRecordedError as `readLogs` does. */
function readSealedLogs(
  view: View,
  filter: LogFilter,
  { from, to }: LogRange,
): RpcLog[] {
  if (from > to) return []
  const { fork } = view.chain.config
  if (fork !== null && from <= fork.number) {
    const end = to < fork.number ? to : fork.number
    const before = readRecordedLogs(fork, filter, { from, to: end })
    const range = { from: fork.number + 1n, to }
    return before.concat(readSealedLogs(view, filter, range))
  }
  const { logs, unknown } = findLogs(view.chain, filter, from, to)
  if (unknown !== undefined) formatImportedReceipts(unknown)
  return formatAll(view, logs, false)
}

/** The logs of sealed blocks, as far as they are known. */
export function readKnownLogs(
  view: View,
  filter: LogFilter,
  { from, to }: LogRange,
  removed: boolean,
): RpcLog[] {
  if (from > to) return []
  const { logs } = findLogs(view.chain, filter, from, to)
  return formatAll(view, logs, removed)
}

/** Blocks are looked up once for all their logs. */
function formatAll(
  view: View,
  logs: readonly IndexedLog[],
  removed: boolean,
): RpcLog[] {
  let last: { number: number; wire: ReturnType<typeof wireOf> } | undefined
  return logs.map(({ block, transactionIndex, position }) => {
    const { number } = block
    if (last?.number !== number) {
      const found = findSealedBlock(view.chain, BigInt(number)) as BlockView
      last = { number, wire: wireOf(view, found, removed) }
    }
    return last.wire(transactionIndex, position)
  })
}

/** The logs of the pending block as it is by now. */
function readPendingLogs(view: View, filter: LogFilter): RpcLog[] {
  const { open } = view.chain
  const wire = wireOf(view, open, false)
  const keys =
    open.imported === undefined
      ? open.included.map(({ effect }) => effect.logs)
      : formatImportedReceipts(open.imported).map((receipt) =>
          logKeysIn(JSON.stringify(receipt)),
        )
  return keys.flatMap((logs, transactionIndex) =>
    logs.flatMap((log, position) =>
      matchesLog(filter, log) ? [wire(transactionIndex, position)] : [],
    ),
  )
}

/** How the logs of a block are written. */
function wireOf(
  view: View,
  block: BlockView,
  removed: boolean,
): (transactionIndex: number, position: number) => RpcLog {
  const { imported, included } = block
  if (imported !== undefined)
    return (transactionIndex, position) =>
      formatImportedLog(imported, { transactionIndex, position }, removed)
  const { receipt } = identify(view, block)
  return (transactionIndex, position) => {
    const one = included[transactionIndex]
    if (one === undefined) throw new RangeError('a log without a transaction')
    return formatLog(one, position, receipt, removed)
  }
}
