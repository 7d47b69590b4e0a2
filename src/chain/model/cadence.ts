import type { Cadence, ChainConfig } from './config.js'

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
  { cadences }: Pick<ChainConfig, 'cadences'>,
  number: bigint,
): Cadence {
  const found = cadences.find(({ from }) => from <= number)
  if (found === undefined) throw new RangeError('a chain without a cadence')
  return found
}
