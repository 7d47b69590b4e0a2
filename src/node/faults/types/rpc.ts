import { readJson } from '../../../base/validation/read.js'
import { code, text } from '../../../base/validation/values.js'
import { copyJson } from '../../../rpc/answers/copyJson.js'
import { type FaultType, optional, parsed } from './faultType.js'

/** The request is answered with a JSON-RPC error, and is not executed. */
export type RpcFault = {
  readonly type: 'rpc'
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const rpc: FaultType<RpcFault> = {
  type: 'rpc',
  fields: {
    code,
    message: text,
    data: optional({ read: readJson, json: {} }),
  },
  stages: parsed,
  effect: {
    type: 'answer',
    answer: ({ code, message, data }) => ({
      type: 'error',
      error: {
        code,
        message,
        ...(data !== undefined && { data: copyJson(data, 'data', 'any') }),
      },
    }),
  },
}
