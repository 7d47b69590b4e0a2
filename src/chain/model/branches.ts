import type { BlockRun } from './blockRun.js'
import type { Lineage } from './lineage.js'

/**
 * The branches that gave way to others, newest first: earlier chains keep their
 * part of the list. With the blocks that are held now, it says which blocks
 * were ever sealed, in which order, and which of them gave way.
 */
export type Branches = {
  /** All blocks as they were when some of them gave way. */
  readonly sealed: Lineage<BlockRun>
  /** The number of the first block that gave way. */
  readonly first: bigint
  readonly count: number
  readonly before: Branches
} | null
