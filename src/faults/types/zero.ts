import type { FaultType } from './faultType.js'

/** A block that is not found is answered with 0x0. Writes are done. */
export type ZeroFault = { readonly type: 'zero' }

export const zero: FaultType<ZeroFault> = {
  type: 'zero',
  fields: {},
  stages: ['notFound', 'zeroed'],
  effect: { type: 'zero' },
}
