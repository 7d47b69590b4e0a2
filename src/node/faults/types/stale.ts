import { natural } from '../../../base/validation/values.js'
import { type FaultType, ran } from './faultType.js'

/** Reads see the chain as of that many beats ago. Writes take effect now. */
export type StaleFault = { readonly type: 'stale'; readonly beats: number }

export const stale: FaultType<StaleFault> = {
  type: 'stale',
  fields: { beats: natural },
  stages: ran,
  effect: { type: 'past', past: ({ beats }) => ({ beats }) },
  changes: (_, { reads }) => reads !== 'nothing',
}
