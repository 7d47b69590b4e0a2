import { status } from '../../../base/validation/values.js'
import { type FaultType, optional, ran } from './faultType.js'
import { httpOutcome } from './http.js'

/**
 * The request is executed, but its answer is lost: the connection fails as
 * under `network`, or, with `status`, a gateway answers instead.
 */
export type LostResponseFault = {
  readonly type: 'lostResponse'
  readonly status?: number | undefined
}

export const lostResponse: FaultType<LostResponseFault> = {
  type: 'lostResponse',
  fields: { status: optional(status) },
  stages: ['malformed', 'unknown', ...ran],
  effect: {
    type: 'answer',
    answer: ({ status }) =>
      status === undefined
        ? { type: 'network' }
        : httpOutcome({ type: 'http', status }),
  },
}
