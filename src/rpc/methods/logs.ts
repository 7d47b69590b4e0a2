import type { RpcLog } from 'viem'
import type { Hash, Hex } from '../../base/hex/hex.js'
import {
  arrivalsSince,
  type BlockView,
  latestNumber,
} from '../../chain/blocks/chain.js'
import { blockHash } from '../../chain/lookup/blockHash.js'
import { findBlock, seenBy } from '../../chain/lookup/find.js'
import { type RpcError, refused, result } from '../answers/outcome.js'
import { readLogs } from '../format/formatReceipt.js'
import { type LogCriteria, refuseCriteria } from '../logs/logCriteria.js'
import {
  logRange,
  refuseCount,
  refuseStanding,
  refuseWidth,
} from '../logs/logRange.js'
import {
  criteria,
  filterId,
  type MethodsOf,
  method,
  type SchemaOfViem,
} from '../method/method.js'
import { newHashes } from '../subscriptions/changes.js'
import { newLogs } from '../subscriptions/logs.js'
import type { Filter } from '../view/subscriptions.js'
import type { View } from '../view/view.js'

export type LogsSchema = SchemaOfViem<'eth_getLogs'>

export const logsMethods = {
  eth_getLogs: method({
    reads: 'chain',
    isPublic: true,
    params: [criteria],
    answer(view, [criteria]) {
      const error = refuseCriteria(criteria)
      if (error !== undefined) return { type: 'error', error }
      const range = logRange(view, criteria, view.logRange)
      if ('code' in range) return { type: 'error', error: range }
      const logs = readLogs(view, criteria, range)
      const head = latestNumber(view.chain)
      const tooMany = refuseCount(logs, range, head, view.mostLogs)
      return tooMany === undefined
        ? result(logs)
        : { type: 'error', error: tooMany }
    },
  }),
} satisfies MethodsOf<LogsSchema>

const notFound = 'filter not found'
const latest = { type: 'tag', tag: 'latest' } as const

export type FiltersSchema = SchemaOfViem<
  | 'eth_newFilter'
  | 'eth_newBlockFilter'
  | 'eth_newPendingTransactionFilter'
  | 'eth_getFilterChanges'
  | 'eth_getFilterLogs'
  | 'eth_uninstallFilter'
>

/** Filters, as geth's `eth/filters/api.go` has them. */
export const filtersMethods = {
  eth_newFilter: method({
    reads: 'nothing',
    isPublic: true,
    params: [criteria],
    answer(view, [criteria]) {
      const { chain, now: at, client, answering, logRange: most } = view
      if (client === undefined) return unkept()
      const error =
        refuseCriteria(criteria) ??
        (answering.filters === 'toCome'
          ? refuseStanding(criteria, seenBy(chain))
          : undefined)
      if (error !== undefined) return { type: 'error', error }
      const { fromBlock, toBlock } = criteria
      // Only numbers can be too far from each other: the others move.
      if (fromBlock?.type === 'number' && toBlock?.type === 'number') {
        const range = { from: fromBlock.number, to: toBlock.number }
        const error = refuseWidth(range, latestNumber(chain), most)
        if (error !== undefined) return { type: 'error', error }
      }
      const first = logsSoFar(view, criteria)
      if ('code' in first) return { type: 'error', error: first }
      return result(
        client.filters.add({ type: 'logs', criteria }, { chain, at }, first),
      )
    },
  }),

  eth_newBlockFilter: newFilterOf('blocks'),

  eth_newPendingTransactionFilter: newFilterOf('transactions'),

  eth_getFilterChanges: method({
    reads: 'nothing',
    isPublic: true,
    params: [filterId],
    answer(view, [id]) {
      const filter = view.client?.filters.find(id)
      if (filter === undefined) return refused(notFound)
      const changes = changesOf(view, filter)
      filter.seen = { chain: view.chain, at: view.now }
      filter.first = []
      return result(changes)
    },
  }),

  eth_getFilterLogs: method({
    reads: 'nothing',
    isPublic: true,
    params: [filterId],
    answer(view, [id]) {
      const kind = view.client?.filters.find(id)?.kind
      if (kind?.type !== 'logs') return refused(notFound)
      const range = logRange(view, kind.criteria, undefined)
      if ('code' in range) return { type: 'error', error: range }
      const logs = readLogs(view, kind.criteria, range)
      const head = latestNumber(view.chain)
      const tooMany = refuseCount(logs, range, head, view.mostLogs)
      return tooMany === undefined
        ? result(logs)
        : { type: 'error', error: tooMany }
    },
  }),

  eth_uninstallFilter: method({
    reads: 'nothing',
    isPublic: true,
    params: [filterId],
    answer: ({ client }, [id]) => result(client?.filters.remove(id) ?? false),
  }),
} satisfies MethodsOf<FiltersSchema>

function unkept() {
  return refused('a view keeps no filters: ask node.provider for one')
}

/** What a new filter begins with, where it does not begin with what is to come. */
function logsSoFar(view: View, criteria: LogCriteria): RpcLog[] | RpcError {
  const { filters } = view.answering
  const { fromBlock } = criteria
  if (filters === 'toCome' || (filters === 'any' && fromBlock === undefined))
    return []
  const range = logRange(view, criteria, undefined)
  if ('code' in range) return range
  const head = latestNumber(view.chain)
  const to = range.to < head ? range.to : head
  return readLogs(view, criteria, { from: range.from, to })
}

function changesOf(
  view: View,
  { kind, first, seen: { chain: seen } }: Filter,
): RpcLog[] | Hash[] | Hex[] {
  switch (kind.type) {
    case 'logs':
      return [...(first as RpcLog[]), ...newLogs(seen, view, kind.criteria)]
    case 'blocks':
      return [...(first as Hash[]), ...newHashes(seen, view.chain)]
    case 'transactions':
      return arrivalsSince(seen, view.chain).map(({ hash }) => hash)
  }
}

/** Opens a filter that takes no parameter. */
function newFilterOf(type: 'blocks' | 'transactions') {
  return method({
    reads: 'nothing',
    isPublic: true,
    params: [],
    answer({ chain, now: at, client, answering }) {
      if (client === undefined) return unkept()
      const isFromLatest =
        type === 'blocks' && answering.filters === 'fromLatest'
      const first = isFromLatest
        ? [blockHash(chain, findBlock(chain, latest) as BlockView)]
        : []
      return result(client.filters.add({ type }, { chain, at }, first))
    },
  })
}
