import { lastNumber } from '../blocks/chain.js'
import type { BlockRun } from '../model/blockRun.js'
import { type Lineage, newest } from '../model/lineage.js'

/** The number of the newest block that both branches hold; -1 if none is. */
export function sharedThrough(
  one: Lineage<BlockRun>,
  other: Lineage<BlockRun>,
): bigint {
  const mine = newestShared(one, other)
  const theirs = newestShared(other, one)
  if (mine === undefined || theirs === undefined) return -1n
  const [last, end] = [lastNumber(mine), lastNumber(theirs)]
  return last < end ? last : end
}

/** The newest run of `one` whose first block stands in `other`, too. */
function newestShared(one: Lineage<BlockRun>, other: Lineage<BlockRun>) {
  return newest(one, ({ first, memo }) => {
    const twin = newest(other, (run) => run.first <= first)?.value
    return twin?.memo.blocks === memo.blocks
  })?.value
}
