import { type Chain, lastNumber, latestNumber } from '../blocks/chain.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Branches } from '../model/branches.js'
import type { Lineage } from '../model/lineage.js'

/** Blocks in a row that were sealed, or that gave way. */
type Stretch = {
  readonly type: 'sealed' | 'removed'
  /** The branch that they are of. */
  readonly sealed: Lineage<BlockRun>
  readonly from: bigint
  readonly to: bigint
}

/**
 * The changes of blocks since an earlier chain, in order, including blocks that
 * came and gave way in between. Every report of blocks uses this.
 */
export function stretchesSince(since: Chain, chain: Chain): Stretch[] {
  if (since.sealed === chain.sealed && since.branches === chain.branches)
    return []
  const stretches: Stretch[] = []
  let from = latestNumber(since) + 1n
  for (const { sealed, first } of branchesSince(since.branches, chain)) {
    const to = lastNumber(sealed.value)
    stretches.push({ type: 'sealed', sealed, from, to })
    stretches.push({ type: 'removed', sealed, from: first, to })
    from = first
  }
  const { sealed } = chain
  stretches.push({ type: 'sealed', sealed, from, to: latestNumber(chain) })
  return stretches.filter(({ from, to }) => from <= to)
}

/** Oldest first. */
export function branchesSince(
  since: Branches,
  { branches }: Chain,
): NonNullable<Branches>[] {
  const found: NonNullable<Branches>[] = []
  const count = since?.count ?? 0
  for (let link = branches; link !== null && link.count > count; ) {
    found.push(link)
    link = link.before
  }
  return found.reverse()
}
