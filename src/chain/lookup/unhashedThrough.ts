import { type Hash, zeroHash } from '../../base/hex/hex.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Lineage } from '../model/lineage.js'

/** The blocks up to one of a run that nobody hashed yet. */
type Unhashed = {
  /** Newest first. */
  readonly unhashed: { readonly run: BlockRun; readonly count: number }[]
  readonly missing: number
  /** The hash of the block before them. */
  readonly before: Hash
}

export function unhashedThrough(
  run: Lineage<BlockRun>,
  offset: number,
): Unhashed {
  const unhashed: { run: BlockRun; count: number }[] = []
  let missing = 0
  for (
    let link: Lineage<BlockRun> | null = run, count = offset + 1;
    link !== null;
    link = link.parent, count = link?.value.count ?? 0
  ) {
    const { hashes } = link.value.memo
    const last = hashes[Math.min(hashes.length, count) - 1]
    if (hashes.length < count) {
      unhashed.push({ run: link.value, count })
      missing += count - hashes.length
    }
    if (last !== undefined) return { unhashed, missing, before: last }
  }
  return { unhashed, missing, before: zeroHash }
}
