import { type FaultType, ran } from './faultType.js'

/**
 * Reads see the chain as it was when the fault was declared, or at its `since`
 * if that is later. Writes take effect now.
 */
export type FrozenFault = { readonly type: 'frozen' }

export const frozen: FaultType<FrozenFault> = {
  type: 'frozen',
  fields: {},
  stages: ran,
  effect: {
    type: 'past',
    past: (_, { since, from, instant }) =>
      from !== undefined && from > since ? { at: from } : { instant },
  },
  changes: (_, { reads }) => reads !== 'nothing',
}
