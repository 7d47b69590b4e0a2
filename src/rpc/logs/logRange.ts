import type { StateSelector } from '../../base/hex/selector.js'
import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { assertNoBlock } from '../../chain/lookup/askFork.js'
import {
  assertLatest,
  findBlock,
  namesOpen,
  taggedNumber,
} from '../../chain/lookup/find.js'
import {
  invalidParams,
  type RpcError,
  serverError,
} from '../answers/outcome.js'
import type { LogCriteria } from './logCriteria.js'
import { refuseWidth } from './refuseWidth.js'

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
    if (block === null) {
      assertNoBlock(chain, { type: 'hash', hash: blockHash })
      return serverError('unknown block')
    }
    const place = block.status === 'open' ? pendingPlace : block.number
    return { from: place, to: place }
  }
  const range = {
    from: placeOf(chain, fromBlock),
    to: placeOf(chain, toBlock),
  }
  const head = latestNumber(chain)
  return (
    refuseOrder(range, head, { fromBlock, toBlock }) ??
    refuseWidth(range, head, most) ??
    range
  )
}

/** In geth's words; behind the head there is the pending block alone. */
function refuseOrder(
  { from, to }: LogRange,
  head: bigint,
  { fromBlock, toBlock }: Required<Pick<LogCriteria, 'fromBlock' | 'toBlock'>>,
): RpcError | undefined {
  const isBeyond = (bound: StateSelector | undefined) =>
    bound?.type === 'number' && bound.number > head
  const isToPending =
    to === pendingPlace && (from === pendingPlace || from <= head + 1n)
  const isReversed = from > to
  if (!isToPending && (isBeyond(toBlock) || isBeyond(fromBlock)))
    return invalidParams(
      isReversed && toBlock?.type === 'number' ? reversed : beyond,
    )
  return isReversed ? invalidParams(reversed) : undefined
}

const reversed = 'invalid block range params'
const beyond = 'block range extends beyond current head block'

function placeOf(chain: Chain, selector: StateSelector): bigint {
  if (namesOpen(chain, selector)) return pendingPlace
  if (selector.type === 'number') return selector.number
  if (selector.type !== 'tag') return 0n
  assertLatest(chain)
  return taggedNumber(chain, selector.tag)
}
