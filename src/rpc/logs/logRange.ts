import type { StateSelector } from '../../base/hex/selector.js'
import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { assertLatest } from '../../chain/lookup/awaitImport.js'
import { findBlock, taggedNumber } from '../../chain/lookup/find.js'
import {
  invalidParams,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import type { LogCriteria } from './logCriteria.js'

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
  chain: Chain,
  { fromBlock = latest, toBlock = latest, blockHash }: LogCriteria,
  most: number | undefined,
): LogRange | RpcError {
  if (blockHash !== undefined) {
    const block = findBlock(chain, { type: 'hash', hash: blockHash })
    if (block === null) return serverError('unknown block')
    return { from: block.number, to: block.number }
  }
  const from = placeOf(chain, fromBlock)
  const to = placeOf(chain, toBlock)
  if (from > to) return invalidParams('invalid block range params')
  const head = latestNumber(chain)
  const last = to < head ? to : head
  // As in Optimism's proxyd, `rewriter.go`.
  if (most !== undefined && last - from > BigInt(most))
    return invalidParams(`block range greater than ${most} max`)
  return { from, to }
}

function placeOf(chain: Chain, selector: StateSelector): bigint {
  if (selector.type === 'number') return selector.number
  if (selector.type !== 'tag') return 0n
  if (selector.tag === 'pending') return pendingPlace
  assertLatest(chain)
  return taggedNumber(chain, selector.tag)
}
