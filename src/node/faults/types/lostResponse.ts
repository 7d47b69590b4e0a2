import { status } from '../../../base/validation/values.js'
import { type FaultType, optional, ran } from './faultType.js'
import { httpError } from './http.js'

/**
 * The request is executed, and its answer fails: as under `network`, or by
 * `status` as that of a gateway that did not wait for it.
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
        : httpError({ type: 'http', status }),
  },
}
