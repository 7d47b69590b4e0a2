import { anywhere, type FaultType } from './faultType.js'

/** The request waits until the fault is lifted. Until then nothing is done. */
export type HangFault = { readonly type: 'hang' }

export const hang: FaultType<HangFault> = {
  type: 'hang',
  fields: {},
  stages: anywhere,
  effect: { type: 'hold' },
}
