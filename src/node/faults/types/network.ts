import { anywhere, type FaultType } from './faultType.js'

/** The connection fails. The request is not executed. */
export type NetworkFault = { readonly type: 'network' }

export const network: FaultType<NetworkFault> = {
  type: 'network',
  fields: {},
  stages: anywhere,
  effect: { type: 'answer', answer: () => ({ type: 'network' }) },
}
