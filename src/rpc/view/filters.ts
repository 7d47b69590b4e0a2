import { type Hex, toQuantity } from '../../base/hex/hex.js'
import { parseQuantity, type Result, refuse } from '../../base/hex/parse.js'
import type { Chain } from '../../chain/blocks/chain.js'
import { isWithin } from '../../chain/blocks/log.js'
import type { LogCriteria } from '../logs/logCriteria.js'

/** The content of a filter. */
type FilterKind =
  | { readonly type: 'logs'; readonly criteria: LogCriteria }
  | { readonly type: 'blocks' }
  | { readonly type: 'transactions' }

/** What its owner wants to know, and the chain as it was when it last asked. */
export type Filter = { readonly kind: FilterKind; seen: Cursor }

/** A position in the log of a chain, and when it was read. */
type Cursor = { readonly chain: Chain; readonly at: number }

/**
 * The filters of a node, which cost nothing until they are asked. They stand
 * beside the chain: no snapshot holds them.
 */
export type Filters = {
  add(kind: FilterKind, seen: Cursor): Hex
  find(id: Hex): Filter | undefined
  remove(id: Hex): boolean
  /** After time went back: no cursor is ahead of the chain, or beside it. */
  clamp(now: Cursor): void
}

/** An id as it was given, or any other, which is not found. */
export function parseFilterId(given: unknown): Result<Hex> {
  const parsed = parseQuantity(given)
  return parsed.ok
    ? { ok: true, value: toQuantity(parsed.value) }
    : refuse(given, 'the id of a filter, as hex')
}

/** geth forgets those that nobody asks; here it is the one asked least lately. */
const most = 1_000

export function createFilters(): Filters {
  const filters = new Map<Hex, Filter>()
  let count = 0
  return {
    add(kind, seen) {
      const [oldest] = filters.keys()
      if (filters.size === most && oldest !== undefined) filters.delete(oldest)
      const id = toQuantity(++count)
      filters.set(id, { kind, seen })
      return id
    },
    find(id) {
      const filter = filters.get(id)
      if (filter === undefined) return undefined
      filters.delete(id)
      filters.set(id, filter)
      return filter
    },
    remove: (id) => filters.delete(id),
    clamp(now) {
      const present = { log: now.chain.log, now: now.at }
      for (const filter of filters.values()) {
        const { chain, at } = filter.seen
        if (!isWithin({ log: chain.log, at }, present)) filter.seen = now
      }
    },
  }
}
