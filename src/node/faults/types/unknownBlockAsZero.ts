import type { FaultType } from './faultType.js'

/** Requests for a block that is not found return 0x0. Writes take effect. */
export type UnknownBlockAsZeroFault = { readonly type: 'unknownBlockAsZero' }

export const unknownBlockAsZero: FaultType<UnknownBlockAsZeroFault> = {
  type: 'unknownBlockAsZero',
  fields: {},
  stages: ['notFound', 'zeroed'],
  effect: { type: 'zero' },
}
