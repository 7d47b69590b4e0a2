import { anywhere, type FaultType } from './faultType.js'

/** The request waits until the fault is lifted, and is executed only then. */
export type HoldFault = { readonly type: 'hold' }

export const hold: FaultType<HoldFault> = {
  type: 'hold',
  fields: {},
  stages: anywhere,
  effect: { type: 'hold' },
}
