import { type FaultType, ran } from './faultType.js'

/** What is asked for is done, and its answer fails as under `network`. */
export type LostResponseFault = { readonly type: 'lostResponse' }

export const lostResponse: FaultType<LostResponseFault> = {
  type: 'lostResponse',
  fields: {},
  stages: ['malformed', 'unknown', ...ran],
  effect: { type: 'answer', answer: () => ({ type: 'network' }) },
}
