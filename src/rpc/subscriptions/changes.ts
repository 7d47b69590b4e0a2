import type { RpcLog } from 'viem'
import type { Hash } from '../../base/hex/hex.js'
import {
  type BlockView,
  type Chain,
  lastNumber,
  stretchesSince,
} from '../../chain/blocks/chain.js'
import { blockHash } from '../../chain/lookup/blockHash.js'
import { findSealedBlock } from '../../chain/lookup/find.js'
import type { BlockRun } from '../../chain/model/blockRun.js'
import type { Lineage } from '../../chain/model/lineage.js'
import { readKnownLogs } from '../format/formatReceipt.js'
import type { LogCriteria } from '../logs/logCriteria.js'

import type { View } from '../view/view.js'

/**
 * Changes of logs since an earlier chain: logs of blocks that were sealed and,
 * marked so, of blocks that gave way, in the order in which that happened, each
 * oldest first, as in geth. Logs of a block that was imported without receipts
 * are unknown, and nobody gets them: `eth_getLogs` says so.
 */
export function changedLogs(
  since: Chain,
  view: View,
  criteria: LogCriteria,
): RpcLog[] {
  return stretchesSince(since, view.chain).flatMap(
    ({ type, sealed, from, to }) =>
      readKnownLogs(
        { ...view, chain: { ...view.chain, sealed } },
        criteria,
        within(criteria, from, to),
        type === 'removed',
      ),
  )
}

/** A filter's own bounds hold too, if they are numbers. */
export function within(
  { fromBlock, toBlock }: LogCriteria,
  first: bigint,
  last: bigint,
) {
  const from = fromBlock?.type === 'number' ? fromBlock.number : 0n
  const to = toBlock?.type === 'number' ? toBlock.number : last
  return { from: from > first ? from : first, to: to < last ? to : last }
}

/** After a jump in time, only the last of the blocks, up to this number. */
const mostBlocks = 100_000n

type HeldBlock = {
  readonly block: BlockView
  /** The chain that holds it. */
  readonly chain: Chain
}

/**
 * The blocks that were sealed since an earlier chain, in that order, those
 * included that have given way by now.
 */
export function newBlocks(since: Chain, chain: Chain): HeldBlock[] {
  const blocks: HeldBlock[] = []
  for (const { type, sealed, from, to } of stretchesSince(since, chain)) {
    if (type === 'removed') continue
    const held = { ...chain, sealed }
    for (const number of numbersIn(sealed, from, to)) {
      const block = findSealedBlock(held, number)
      if (block !== null) blocks.push({ block, chain: held })
    }
  }
  return blocks
}

/** The numbers of the newest blocks of a stretch: before imports lie gaps. */
function numbersIn(
  sealed: Lineage<BlockRun>,
  from: bigint,
  to: bigint,
): bigint[] {
  const least = to - mostBlocks < from ? from : to - mostBlocks + 1n
  const numbers: bigint[] = []
  for (
    let link: Lineage<BlockRun> | null = sealed;
    link !== null && lastNumber(link.value) >= least;
    link = link.parent
  ) {
    const { first } = link.value
    for (let number = lastNumber(link.value); number >= least; number--) {
      if (number < first) break
      numbers.push(number)
    }
  }
  return numbers.reverse()
}

export function newHashes(since: Chain, chain: Chain): Hash[] {
  return newBlocks(since, chain).map((held) =>
    blockHash(held.chain, held.block),
  )
}
