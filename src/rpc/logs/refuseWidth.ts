import type { RpcLog } from 'viem'
import { invalidParams, type RpcError } from '../answers/outcome.js'

/**
 * A range that is too wide, as in Optimism's proxyd, `rewriter.go`; what is
 * yet to come does not count.
 *
 * @param most - How many blocks it may span; undefined: any number.
 */
export function refuseWidth(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  head: bigint,
  most: number | undefined,
): RpcError | undefined {
  const last = to < head ? to : head
  return most !== undefined && last - from > BigInt(most)
    ? invalidParams(`block range greater than ${most} max`)
    : undefined
}

/**
 * An answer of too many logs, with a range that has fewer, as in reth,
 * `eth/filter.rs`; a single block is never too much.
 *
 * @param most - How many it may have; undefined: any number.
 */
export function refuseCount(
  logs: readonly RpcLog[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
  head: bigint,
  most: number | undefined,
): RpcError | undefined {
  if (most === undefined || from === to || logs.length <= most) return undefined
  const { blockNumber } = logs[most] as RpcLog
  const last = blockNumber === null ? head : BigInt(blockNumber) - 1n
  return invalidParams(
    `query exceeds max results ${most}, retry with the range ${from}-${last < from ? from : last}`,
  )
}
