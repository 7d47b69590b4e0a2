/** How blocks come, from a number on. */
export type Cadence = {
  /** The number of the first block. */
  readonly from: bigint
  /** ms from block to block */
  readonly blockTime: number
  /** Whether a deposit tells the ms of each block. */
  readonly baseTimeDeposit: boolean
  readonly beatsSeenBy: BeatsSeenBy
}

/**
 * The reads that see the block that is being built: reads of `pending` only;
 * also calls and accounts under `latest`; every read under `latest`; or no read
 * until it is sealed, so that `pending` is `latest`.
 */
export type BeatsSeenBy = 'pending' | 'latestState' | 'latest' | 'none'

/** From where numbers and times are counted. */
export type CadenceOrigin = {
  readonly number: bigint
  /** unix ms */
  readonly milliseconds: bigint
  readonly cadence: Cadence
  /** The origin of the cadence before; null after genesis or an import. */
  readonly before: CadenceOrigin | null
}

/** The same, of which the newest holds from that number on, at the latest. */
export function cadencesFrom(
  cadences: readonly Cadence[],
  number: bigint,
): readonly Cadence[] {
  const [newest, ...older] = cadences
  return newest === undefined || newest.from <= number
    ? cadences
    : [
        { ...newest, from: number },
        ...older.filter(({ from }) => from < number),
      ]
}

/** The cadence of the block of that number. */
export function cadenceAt(
  { cadences }: { readonly cadences: readonly Cadence[] },
  number: bigint,
): Cadence {
  const found = cadences.find(({ from }) => from <= number)
  if (found === undefined) throw new RangeError('a chain without a cadence')
  return found
}
