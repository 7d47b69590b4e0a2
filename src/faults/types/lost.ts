import { type FaultType, ran } from './faultType.js'

/** What is asked for is done, and its answer fails as under `network`. */
export type LostFault = { readonly type: 'lost' }

export const lost: FaultType<LostFault> = {
  type: 'lost',
  fields: {},
  stages: ['malformed', 'unknown', ...ran],
  effect: { type: 'answer', answer: () => ({ type: 'network' }) },
}
