import type { Hash } from '../../base/hex/hex.js'
import { type BlockRun, hashesIn, type RunMemo } from '../model/blockRun.js'
import { type Lineage, newest } from '../model/lineage.js'

/** A sealed block, and the index of a transaction within it. */
export type Place = {
  readonly number: bigint
  readonly transactionIndex: number
}

/**
 * Finds sealed transactions by hash: it knows where one has been on any branch,
 * and the blocks of a chain say whether it is there. Filled when first needed,
 * and made anew before places on abandoned branches outgrow the others.
 */
export type PlaceIndex = {
  filled: WeakSet<RunMemo>
  places: Map<Hash, Place | readonly Place[]>
  /** How many transactions were added. */
  count: number
  most: number
}

/** So many places on abandoned branches do not justify a new index. */
const spare = 1_024

export function newPlaceIndex(): PlaceIndex {
  return { filled: new WeakSet(), places: new Map(), count: 0, most: spare }
}

/** If several blocks hold the same transaction, it is found in the oldest. */
export function findPlace(
  {
    sealed,
    memo: { placeIndex },
  }: {
    readonly sealed: Lineage<BlockRun>
    readonly memo: { readonly placeIndex: PlaceIndex }
  },
  hash: Hash,
): Place | undefined {
  fill(placeIndex, sealed)
  const found = placeIndex.places.get(hash)
  if (found === undefined) return undefined
  if ('number' in found) return holds(sealed, found, hash) ? found : undefined
  return found
    .filter((place) => holds(sealed, place, hash))
    .reduce<Place | undefined>(
      (oldest, place) =>
        oldest === undefined || place.number < oldest.number ? place : oldest,
      undefined,
    )
}

/** Down to the first run that is in it: those before it are in it, too. */
function fill(index: PlaceIndex, sealed: Lineage<BlockRun>): void {
  add(index, sealed)
  if (index.count <= index.most) return
  Object.assign(index, newPlaceIndex())
  add(index, sealed)
  index.most = 2 * index.count + spare
}

function add(index: PlaceIndex, sealed: Lineage<BlockRun>): void {
  let link: Lineage<BlockRun> | null = sealed
  for (; link !== null && !index.filled.has(link.value.memo); ) {
    const run: BlockRun = link.value
    index.filled.add(run.memo)
    link = link.parent
    // A transaction before a fork is its record's to answer.
    if (run.imported?.fork !== undefined) continue
    const hashes = hashesIn(run)
    index.count += hashes.length
    hashes.forEach((hash, transactionIndex) => {
      const place = { number: run.first, transactionIndex }
      const before = index.places.get(hash)
      if (before === undefined) index.places.set(hash, place)
      else index.places.set(hash, withPlace([before].flat(), place))
    })
  }
}

/** On many branches a transaction comes to the same place. */
function withPlace(places: readonly Place[], place: Place): readonly Place[] {
  const isKnown = places.some(
    ({ number, transactionIndex }) =>
      number === place.number && transactionIndex === place.transactionIndex,
  )
  return isKnown ? places : [...places, place]
}

function holds(
  sealed: Lineage<BlockRun>,
  { number, transactionIndex }: Place,
  hash: Hash,
): boolean {
  const run = newest(sealed, ({ first }) => first <= number)?.value
  if (run?.first !== number) return false
  const { imported, included } = run
  return imported === undefined
    ? included[transactionIndex]?.transaction.hash === hash
    : imported.transactions[transactionIndex]?.hash === hash
}
