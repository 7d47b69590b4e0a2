import type { FaultType } from './faultType.js'

/** A block that is not found is answered with 0x0. Writes are done. */
export type UnknownBlockAsZeroFault = { readonly type: 'unknownBlockAsZero' }

export const unknownBlockAsZero: FaultType<UnknownBlockAsZeroFault> = {
  type: 'unknownBlockAsZero',
  fields: {},
  stages: ['notFound', 'zeroed'],
  effect: { type: 'zero' },
}
