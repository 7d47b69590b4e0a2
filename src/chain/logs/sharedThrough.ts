import type { BlockRun } from '../blockRun.js'
import { type Chain, latestNumber } from '../chain.js'
import { type Lineage, newest } from '../lineage.js'

/** The number of the newest block that both chains hold; -1 where none is. */
export function sharedThrough(one: Chain, other: Chain): bigint {
  if (one.sealed === other.sealed) return latestNumber(one)
  const link = newest(
    one.sealed,
    (run) => runAt(other.sealed, run.first)?.memo === run.memo,
  )
  if (link === null) return -1n
  const { first, count } = link.value
  const twin = runAt(other.sealed, first)
  return first + BigInt(Math.min(count, twin?.count ?? count)) - 1n
}

function runAt(sealed: Lineage<BlockRun>, number: bigint) {
  return newest(sealed, ({ first }) => first <= number)?.value
}

/** The runs that hold blocks above a number, oldest first. */
export function runsAbove(chain: Chain, number: bigint): BlockRun[] {
  const runs: BlockRun[] = []
  for (
    let link: Lineage<BlockRun> | null = chain.sealed;
    link !== null && link.value.first + BigInt(link.value.count) - 1n > number;
    link = link.parent
  )
    runs.push(link.value)
  return runs.reverse()
}
