import { mayContain } from '../../base/codec/receipt.js'
import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { LogKeys } from '../indexes/logIndex.js'

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
export function matchesBloom(
  { addresses, topics }: LogFilter,
  bloom: Hex,
): boolean {
  return [addresses, ...topics].every(
    (wanted) =>
      wanted === null || [...wanted].some((item) => mayContain(bloom, item)),
  )
}
