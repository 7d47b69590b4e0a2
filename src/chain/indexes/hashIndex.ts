import type { Hash } from '../../base/hex/hex.js'
import type { BlockRun } from '../model/blockRun.js'
import type { Lineage } from '../model/lineage.js'

type Numbers = {
  /** Hashes of blocks, with their numbers. */
  readonly hashes: Map<Hash, bigint>
  /** Idle blocks, by the hashes of the deposits that open them. */
  readonly deposits: Map<Hash, bigint>
}

/**
 * Finds blocks by hash, those of abandoned branches too. It is made when first
 * needed, and made anew before abandoned hashes outgrow the others.
 */
export type HashIndex = { numbers: Numbers; most: number }

/** So many hashes of abandoned branches do not justify a new index. */
const spare = 1_024

export function newHashIndex(): HashIndex {
  return { numbers: newNumbers(), most: spare }
}

function newNumbers(): Numbers {
  return { hashes: new Map(), deposits: new Map() }
}

/** Adds the blocks of a chain that are hashed by now. */
export function fillIndex(index: HashIndex, sealed: Lineage<BlockRun>): void {
  add(index.numbers, sealed)
  if (index.numbers.hashes.size <= index.most) return
  index.numbers = newNumbers()
  add(index.numbers, sealed)
  index.most = 2 * index.numbers.hashes.size + spare
}

/** Down to the first run that is indexed: those before it are indexed too. */
function add(numbers: Numbers, sealed: Lineage<BlockRun>): void {
  for (let link: Lineage<BlockRun> | null = sealed; link; link = link.parent) {
    const { first, memo } = link.value
    const { hashes, deposits, indexed } = memo
    const had = indexed?.by === numbers ? indexed.count : undefined
    for (let offset = had ?? 0; offset < hashes.length; offset++) {
      const number = first + BigInt(offset)
      const [hash, opened] = [hashes[offset], deposits[offset]]
      if (hash !== undefined) numbers.hashes.set(hash, number)
      for (const deposit of opened ?? []) numbers.deposits.set(deposit, number)
    }
    memo.indexed = { by: numbers, count: hashes.length }
    if (had !== undefined) return
  }
}
