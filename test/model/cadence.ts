import type { MockNodeOptions } from 'preseal'

/** How blocks come, from a number on. */
export type Cadence = {
  readonly from: bigint
  readonly blockTime: number
  readonly baseTimeDeposit: boolean
  readonly beatsSeenBy: NonNullable<MockNodeOptions['beatsSeenBy']>
}

/** Newest first. */
type Cadences = readonly Cadence[]

export function cadenceAt(cadences: Cadences, number: bigint): Cadence {
  const found = cadences.find(({ from }) => from <= number)
  if (found === undefined) throw new Error('There is always a cadence.')
  return found
}

/** The newest of them holds from that number on, if it did not before. */
export function fromNow(cadences: Cadences, number: bigint): Cadences {
  const [newest, ...older] = cadences
  if (newest === undefined || newest.from <= number) return cadences
  return [
    { ...newest, from: number },
    ...older.filter(({ from }) => from < number),
  ]
}
