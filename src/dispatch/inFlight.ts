import type { Fault } from '../faults/fault.js'
import type { RpcRequest } from '../rpc/answer.js'
import { copyJson } from '../rpc/copyJson.js'
import type { Via } from '../rpc/exchanges.js'
import type { Subscriber } from '../rpc/subscriptions/subscriptions.js'
import type { UnansweredRequest } from './gate.js'

/** Where a request comes in, and whether rules and faults wait there. */
export type Entrance = {
  readonly via: Via
  readonly isFaulted: boolean
  /** Who is told of subscriptions, where a door can speak first. */
  readonly subscriber?: Subscriber | undefined
}

/** A request, or what was sent in place of one. */
export type Asked = {
  readonly request: RpcRequest | typeof unreadable
  /** ms since the node was created */
  readonly at: number
  readonly entrance: Entrance
}

/** A request on its way. */
export type InFlight = Asked & {
  readonly request: RpcRequest
  readonly signal: AbortSignal | undefined
  /** What a gate has it fail with. */
  readonly fate?: Fault | undefined
}

/** In place of what is no request. */
export const unreadable = { method: null, params: [] }

export function toWaiting({ request, at }: InFlight): UnansweredRequest {
  const { method, params } = request
  return { method, params: copyJson(params, 'params', 'any') as unknown[], at }
}
