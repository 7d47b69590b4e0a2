import type { Happening } from '../chain/intents/beat.js'
import type { Moment } from './moment.js'

/** What something made of a moment, and what is to be told of it. */
export type Applied = {
  readonly moment: Moment
  /** The numbers of the blocks that were sealed. */
  readonly sealed: readonly bigint[]
  readonly happened: readonly Happening[]
  /** Of what could not be done; all else was. */
  readonly errors: readonly unknown[]
}

/** Nothing is to be told but what is given. */
export function applied(
  moment: Moment,
  told: Partial<Omit<Applied, 'moment'>> = {},
): Applied {
  return { moment, sealed: [], happened: [], errors: [], ...told }
}
