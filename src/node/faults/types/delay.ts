import { milliseconds } from '../../../base/validation/values.js'
import { anywhere, type FaultType } from './faultType.js'

/** The request is answered at once, and the answer arrives `ms` later. */
export type DelayFault = { readonly type: 'delay'; readonly ms: number }

export const delay: FaultType<DelayFault> = {
  type: 'delay',
  fields: { ms: milliseconds(0) },
  stages: anywhere,
  effect: { type: 'delay', ms: ({ ms }) => ms },
}
