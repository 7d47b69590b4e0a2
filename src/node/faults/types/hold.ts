import { anywhere, type FaultType } from './faultType.js'

/** The request waits until the fault is lifted. Until then nothing is done. */
export type HoldFault = { readonly type: 'hold' }

export const hold: FaultType<HoldFault> = {
  type: 'hold',
  fields: {},
  stages: anywhere,
  effect: { type: 'hold' },
}
