import type { RpcLog } from 'viem'
import { type BlockView, type Chain, latestNumber } from '../../chain/chain.js'
import { findBlock } from '../../chain/find.js'
import { runsAbove, sharedThrough } from '../../chain/logs/sharedThrough.js'
import { blockHash } from '../../chain/roots/blockHash.js'
import type { Hash } from '../../hex/hex.js'
import type { LogCriteria } from '../logs/logCriteria.js'
import { readSealedLogs } from '../logs/readLogs.js'
import type { View } from '../view.js'

/**
 * What has become of logs since an earlier chain: those of blocks that were
 * taken back, marked so, and then those of new blocks, each oldest first, as
 * geth tells them.
 */
export function changedLogs(
  since: Chain,
  view: View,
  criteria: LogCriteria,
): RpcLog[] {
  if (since.sealed === view.chain.sealed) return []
  const first = sharedThrough(since, view.chain) + 1n
  const of = (chain: Chain, removed: boolean) =>
    readSealedLogs(
      { ...view, chain },
      criteria,
      within(criteria, first, latestNumber(chain)),
      removed,
    )
  return [...of(since, true), ...of(view.chain, false)]
}

/** A filter's own bounds hold too, where they are numbers. */
function within(
  { fromBlock, toBlock }: LogCriteria,
  first: bigint,
  last: bigint,
) {
  const from = fromBlock?.type === 'number' ? fromBlock.number : 0n
  const to = toBlock?.type === 'number' ? toBlock.number : last
  return { from: from > first ? from : first, to: to < last ? to : last }
}

/** Of a jump in time, the last so many. */
const mostBlocks = 100_000n

/** The blocks that were sealed since an earlier chain, oldest first. */
export function newBlocks(since: Chain, chain: Chain): BlockView[] {
  if (since.sealed === chain.sealed) return []
  const shared = sharedThrough(since, chain)
  const latest = latestNumber(chain)
  const blocks: BlockView[] = []
  for (const { first, count } of runsAbove(chain, shared)) {
    const last = first + BigInt(count) - 1n
    const least = [first, shared + 1n, latest - mostBlocks + 1n].reduce(
      (one, other) => (one > other ? one : other),
    )
    for (let number = least; number <= last; number++) {
      const block = findBlock(chain, { type: 'number', number })
      if (block !== null) blocks.push(block)
    }
  }
  return blocks
}

export function newHashes(since: Chain, chain: Chain): Hash[] {
  return newBlocks(since, chain).map((block) => blockHash(chain, block))
}
