import type { Hash } from '../hex/hex.js'
import type { BlockRun } from './blockRun.js'
import type { Lineage } from './lineage.js'

type Numbers = {
  /** Of blocks, by their hash. */
  readonly hashes: Map<Hash, bigint>
  /** Of idle blocks, by the hash of the deposit that opens them. */
  readonly openings: Map<Hash, bigint>
}

/**
 * Where hashes are found, of abandoned branches too; made when somebody asks,
 * and made anew before those that are abandoned outgrow the others.
 */
export type HashIndex = { numbers: Numbers; most: number }

/** As many hashes of no branch that is left are not worth a new index. */
const spare = 1_024

export function newHashIndex(): HashIndex {
  return { numbers: newNumbers(), most: spare }
}

function newNumbers(): Numbers {
  return { hashes: new Map(), openings: new Map() }
}

/** Adds the blocks of a chain that are hashed by now. */
export function fillIndex(index: HashIndex, sealed: Lineage<BlockRun>): void {
  add(index.numbers, sealed)
  if (index.numbers.hashes.size <= index.most) return
  index.numbers = newNumbers()
  add(index.numbers, sealed)
  index.most = 2 * index.numbers.hashes.size + spare
}

/** Down to a run that it has: what comes before that one it has too. */
function add(numbers: Numbers, sealed: Lineage<BlockRun>): void {
  for (let link: Lineage<BlockRun> | null = sealed; link; link = link.parent) {
    const { first, memo } = link.value
    const { hashes, openings, indexed } = memo
    const had = indexed?.by === numbers ? indexed.count : undefined
    for (let offset = had ?? 0; offset < hashes.length; offset++) {
      const number = first + BigInt(offset)
      const [hash, opening] = [hashes[offset], openings[offset]]
      if (hash !== undefined) numbers.hashes.set(hash, number)
      if (opening !== undefined) numbers.openings.set(opening, number)
    }
    memo.indexed = { by: numbers, count: hashes.length }
    if (had !== undefined) return
  }
}
