import type { RpcLog, RpcTransactionReceipt } from 'viem'
import type { Log } from '../../base/codec/envelope.js'
import { type Hash, toQuantity } from '../../base/hex/hex.js'
import {
  type BlockView,
  type Chain,
  latestNumber,
} from '../../chain/blocks/chain.js'
import { type IndexedLog, logKeysIn } from '../../chain/indexes/logIndex.js'
import {
  findLogs,
  type LogFilter,
  matchesLog,
} from '../../chain/logs/findLogs.js'
import { findSealedBlock } from '../../chain/lookup/find.js'
import type { ImportedBlock } from '../../chain/model/importedBlock.js'
import type {
  Included,
  LogText,
  ReceiptText,
} from '../../chain/model/transaction.js'
import { copyJson } from '../answers/outcome.js'
import {
  type LogRange,
  pendingPlace,
  readRecordedLogs,
} from '../logs/logRange.js'
import type { Answering, View } from '../view/view.js'
import { identify } from './formatBlock.js'
import {
  formatImportedReceipt,
  formatImportedReceipts,
} from './formatImported.js'
import type { Identity } from './formatTransaction.js'
import { includedText, listText } from './includedText.js'

type WireLog = RpcTransactionReceipt['logs'][number]

/**
 * A receipt and its logs, and what op-geth adds to them.
 *
 * @param fields - What the chain adds to each.
 */
export function formatReceipt(
  included: Included,
  identity: Identity['receipt'],
  fields: Answering['receiptFields'] = {},
): RpcTransactionReceipt {
  const receipt = formatPlain(includedText(included).receipt, identity)
  for (const _ in fields)
    return Object.assign(ownFields(fields, receipt, identity), receipt)
  return receipt
}

/** Those of a block: most chains add nothing, which is found out once. */
export function formatReceipts(
  included: readonly Included[],
  identity: Identity['receipt'],
  fields: Answering['receiptFields'],
): RpcTransactionReceipt[] {
  for (const _ in fields)
    return included.map((one) => formatReceipt(one, identity, fields))
  const { receipts } = listText(included)
  const wire = new Array<RpcTransactionReceipt>(receipts.length)
  for (let at = 0; at < wire.length; at++)
    wire[at] = formatPlain(receipts[at] as ReceiptText, identity)
  return wire
}

function formatPlain(
  text: ReceiptText,
  identity: Identity['receipt'],
): RpcTransactionReceipt {
  const receipt = formatFields(text, identity)
  return text.ofL2 === undefined ? receipt : Object.assign(receipt, text.ofL2)
}

function formatFields(
  text: ReceiptText,
  identity: Identity['receipt'],
): RpcTransactionReceipt {
  return {
    transactionHash: text.transactionHash,
    transactionIndex: text.transactionIndex,
    // viem's type knows no receipt without a block hash; geth's answers do.
    blockHash: identity.blockHash as Hash,
    blockNumber: identity.blockNumber,
    from: text.from,
    to: text.to,
    contractAddress: text.contractAddress,
    cumulativeGasUsed: text.cumulativeGasUsed,
    gasUsed: text.gasUsed,
    effectiveGasPrice: text.effectiveGasPrice,
    logs: wireLogs(text, identity),
    logsBloom: text.logsBloom,
    status: text.status,
    type: text.type,
  }
}

function wireLogs(text: ReceiptText, identity: Identity['receipt']): WireLog[] {
  const { logs } = text
  const wire = new Array<WireLog>(logs.length)
  for (let at = 0; at < wire.length; at++)
    wire[at] = wireLog(logs[at] as LogText, text, identity, false)
  return wire
}

function ownFields(
  fields: Answering['receiptFields'],
  { from }: RpcTransactionReceipt,
  { blockTimestamp }: Identity['receipt'],
): object {
  const own = copyJson(fields, 'receiptFields', 'json') as {
    [name: string]: unknown
  }
  for (const name in own)
    if (own[name] === '$from') own[name] = from
    else if (own[name] === '$timestamp') own[name] = Number(blockTimestamp)
  return own
}

/** A log by itself, as its receipt has it. */
export function formatLog(
  { transaction, effect, transactionIndex, firstLogIndex }: Included,
  position: number,
  identity: Identity['receipt'],
  removed: boolean,
): WireLog {
  const { address, topics, data } = effect.logs[position] as Log
  const logIndex = toQuantity(firstLogIndex + position)
  return wireLog(
    { address, topics, data, logIndex },
    {
      transactionHash: transaction.hash,
      transactionIndex: toQuantity(transactionIndex),
    },
    identity,
    removed,
  )
}

function wireLog(
  log: LogText,
  {
    transactionHash,
    transactionIndex,
  }: Pick<ReceiptText, 'transactionHash' | 'transactionIndex'>,
  identity: Identity['receipt'],
  removed: boolean,
): WireLog {
  const wire = {
    address: log.address,
    topics: log.topics.slice() as WireLog['topics'],
    data: log.data,
    // viem's type knows no log without a block hash; geth's answers do.
    blockHash: identity.blockHash as Hash,
    blockNumber: identity.blockNumber,
    blockTimestamp: identity.blockTimestamp,
    transactionHash,
    transactionIndex,
    logIndex: log.logIndex,
    removed,
  }
  const { blockTimestampMs } = identity
  return blockTimestampMs === undefined
    ? wire
    : Object.assign(wire, { blockTimestampMs })
}

/** A log of an imported block as the real node gave it, field for field. */
function formatImportedLog(
  imported: ImportedBlock,
  {
    transactionIndex,
    position,
  }: { transactionIndex: number; position: number },
  removed: boolean,
): RpcLog {
  const { logs }: Pick<RpcTransactionReceipt, 'logs'> = formatImportedReceipt(
    imported,
    transactionIndex,
  )
  const log = logs[position] as RpcLog
  return removed ? { ...log, removed } : log
}

/**
 * The logs of a range as they are on the wire: those of sealed blocks, then
 * those of the pending block if the range reaches it.
 *
 * @throws UnknownStateError if an imported block may hold some, but came
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

/** @throws UnknownStateError and NotRecordedError as `readLogs` does. */
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
