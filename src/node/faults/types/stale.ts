import { natural } from '../../../base/validation/values.js'
import { type FaultType, ran } from './faultType.js'

/** The chain is read as of that many beats ago. Writes are done now. */
export type StaleFault = { readonly type: 'stale'; readonly beats: number }

export const stale: FaultType<StaleFault> = {
  type: 'stale',
  fields: { beats: natural },
  stages: ran,
  effect: { type: 'past', past: ({ beats }) => ({ beats }) },
  changes: (_, { reads }) => reads !== 'nothing',
}
