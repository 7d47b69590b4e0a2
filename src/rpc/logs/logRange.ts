import type { RpcLog } from 'viem'
import type { Address, Hash, StateSelector } from '../../base/hex/hex.js'
import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { type ForkBase, recordedLogs } from '../../chain/fork/createForkBase.js'
import { type LogFilter, matchesLog } from '../../chain/logs/findLogs.js'
import { assertNoBlock } from '../../chain/lookup/askFork.js'
import {
  assertLatest,
  findBlock,
  namesOpen,
  taggedNumber,
} from '../../chain/lookup/find.js'
import type { BeatsSeenBy } from '../../chain/model/config.js'
import {
  invalidParams,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import type { LogCriteria } from './logCriteria.js'

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

/** From one block to another, both included. */
export type LogRange = { readonly from: bigint; readonly to: bigint }

/** The pending block's place, after whatever is latest. */
export const pendingPlace = 2n ** 64n

const latest: StateSelector = { type: 'tag', tag: 'latest' }

/**
 * The blocks that criteria name.
 *
 * @param most - How many blocks a range may span; undefined: any number.
 */
export function logRange(
  {
    chain,
    answering: { logsBeyondHead },
  }: {
    readonly chain: Chain
    readonly answering: {
      readonly logsBeyondHead: 'refused' | 'empty' | 'toHead'
    }
  },
  { fromBlock = latest, toBlock = latest, blockHash }: LogCriteria,
  most: number | undefined,
): LogRange | RpcError {
  if (blockHash !== undefined) {
    const block = findBlock(chain, { type: 'hash', hash: blockHash })
    if (block === null) {
      assertNoBlock(chain, { type: 'hash', hash: blockHash })
      return serverError('unknown block')
    }
    const place = block.status === 'open' ? pendingPlace : block.number
    return { from: place, to: place }
  }
  const range = {
    from: heightOf(chain, fromBlock),
    to: heightOf(chain, toBlock),
  }
  const head = latestNumber(chain)
  const refused =
    logsBeyondHead === 'refused'
      ? refuseOrder(range, head, { fromBlock, toBlock })
      : logsBeyondHead === 'toHead' && isBeyond(fromBlock, head)
        ? invalidParams(beyond)
        : undefined
  return refused ?? refuseWidth(range, head, most) ?? range
}

/** In geth's words; behind the head there is the pending block alone. */
function refuseOrder(
  { from, to }: LogRange,
  head: bigint,
  {
    fromBlock,
    toBlock,
  }: { readonly fromBlock: StateSelector; readonly toBlock: StateSelector },
): RpcError | undefined {
  const isToPending =
    to === pendingPlace && (from === pendingPlace || from <= head + 1n)
  const isReversed = from > to
  if (!isToPending && (isBeyond(toBlock, head) || isBeyond(fromBlock, head)))
    return invalidParams(
      isReversed && toBlock?.type === 'number' ? reversed : beyond,
    )
  return isReversed ? invalidParams(reversed) : undefined
}

function isBeyond(bound: StateSelector, head: bigint): boolean {
  return bound.type === 'number' && bound.number > head
}

const reversed = 'invalid block range params'
const beyond = 'block range extends beyond current head block'

function heightOf(chain: Chain, selector: StateSelector): bigint {
  if (namesOpen(chain, selector)) return pendingPlace
  if (selector.type === 'number') return selector.number
  if (selector.type !== 'tag') return 0n
  assertLatest(chain)
  return taggedNumber(chain, selector.tag)
}

/**
 * Refuses the range of a filter or subscription, which reports blocks to come:
 * as in geth's `eth/filters/filter_system.go` it is from a number to a number
 * or to latest, or latest alone. If `latest` serves the open block, it may be
 * pending as well.
 */
export function refuseStanding(
  { fromBlock, toBlock }: LogCriteria,
  beatsSeenBy: BeatsSeenBy,
): RpcError | undefined {
  const isLive = beatsSeenBy === 'latest' || beatsSeenBy === 'latestState'
  if (isLive && isPending(fromBlock) && isPending(toBlock)) return undefined
  for (const bound of [fromBlock, toBlock])
    if (isPending(bound)) return invalidParams('pending logs are not supported')
  const from = numberOf(fromBlock, 'earliest')
  const to = numberOf(toBlock)
  const isFit =
    to === undefined
      ? isLatest(toBlock) && (from !== undefined || isLatest(fromBlock))
      : from !== undefined && from <= to
  return isFit ? undefined : invalidParams('invalid block range params')
}

export function isPending(bound: StateSelector | undefined): boolean {
  return bound?.type === 'tag' && bound.tag === 'pending'
}

function numberOf(
  bound: StateSelector | undefined,
  first?: 'earliest',
): bigint | undefined {
  if (bound?.type === 'number') return bound.number
  return bound?.type === 'tag' && bound.tag === first ? 0n : undefined
}

function isLatest(bound: StateSelector | undefined): boolean {
  return bound === undefined || (bound.type === 'tag' && bound.tag === 'latest')
}

/**
 * The logs of a live chain up to the block of the fork.
 *
 * @throws NotRecordedError if nobody recorded all that is asked for.
 */
export function readRecordedLogs(
  fork: ForkBase,
  filter: LogFilter,
  { from: fromBlock, to: toBlock }: LogRange,
): RpcLog[] {
  const { addresses, topics } = filter
  const found =
    recordedLogs(fork.record.history.logs, {
      addresses,
      topics,
      fromBlock,
      toBlock,
    }) ??
    fork.refuse({
      type: 'logs',
      addresses: addresses === null ? null : [...addresses].sort(),
      topics: topics.map((one) => (one === null ? null : [...one].sort())),
      fromBlock,
      toBlock,
    })
  return found
    .map((log): RpcLog => JSON.parse(JSON.stringify(log)))
    .filter(({ address, topics }) =>
      matchesLog(filter, {
        address: address.toLowerCase() as Address,
        topics: topics.map((topic) => topic.toLowerCase() as Hash),
      }),
    )
}
