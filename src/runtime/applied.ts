import type { Chain } from '../chain/chain.js'
import type { Happening } from '../chain/intents/beat.js'
import type { Moment } from './moment.js'
import { index, type Timing } from './rhythm.js'

/** What something made of a moment, and what is to be told of it. */
export type Applied = {
  readonly moment: Moment
  /** In the order in which it came to pass. */
  readonly told: readonly Told[]
  /** Of what could not be done; all else was. */
  readonly errors: readonly unknown[]
}

/** What came to pass, with the chain as it was then: more may have come since. */
export type Told =
  | { type: 'sealed'; number: bigint; chain: Chain }
  | { type: 'transaction'; happening: Happening; at: Place }
  | { type: 'beat'; time: number; chain: Chain; at: Place }

/** The block that was pending, and the index of its last beat. */
export type Place = { readonly blockNumber: bigint; readonly index: number }

/** Nothing is to be told but what is given. */
export function applied(
  moment: Moment,
  told: readonly Told[] = [],
  errors: readonly unknown[] = [],
): Applied {
  return { moment, told, errors }
}

export function placeOf(moment: Moment, timing: Timing): Place {
  const { number, imported } = moment.chain.open
  // An imported pending block is shown in the place of the open one.
  return {
    blockNumber: imported?.number ?? number,
    index: index(moment, timing),
  }
}

/** What no beat takes back is told where it had entered. */
export function tellAt(at: Place, happened: readonly Happening[]): Told[] {
  return happened.map((happening) => {
    const entered = happening.type === 'dropped' ? happening.entered : undefined
    return { type: 'transaction', happening, at: entered ?? at }
  })
}
