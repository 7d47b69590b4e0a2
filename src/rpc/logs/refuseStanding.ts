import type { StateSelector } from '../../base/hex/selector.js'
import type { BeatsSeenBy } from '../../chain/model/cadence.js'
import { invalidParams, type RpcError } from '../answers/outcome.js'
import type { LogCriteria } from './logCriteria.js'

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
