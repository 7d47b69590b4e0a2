import type { FaultId } from '../../node/faults/faultState.js'
import type { HoldParameters } from '../../node/faults/faultTypes.js'
import type { AnsweredRequest, Via } from '../../rpc/answers/answeredRequest.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { ReadRequest } from '../../rpc/request.js'
import type {
  StandingSubscription,
  Subscriber,
} from '../../rpc/view/subscriptions.js'
import type { RpcRequest } from './answerRequest.js'
import type { Gate, WaitingRequest } from './createGates.js'

/** The door of a request, and whether rules and faults wait there. */
export type RequestOrigin = {
  readonly via: Via
  readonly isFaulted: boolean
  /** The name of the endpoint, if it was asked by one. */
  readonly endpoint?: string | undefined
  /**
   * The receiver of this request's subscriptions, at a door that can push
   * messages.
   */
  readonly subscriber?: Subscriber | undefined
}

/** A request, or the value that was sent in place of one. */
export type Asked = {
  readonly request: RpcRequest | typeof unreadable
  /** ms since the node was created */
  readonly at: number
  readonly origin: RequestOrigin
}

/** A request on its way. */
export type InFlight = Asked & {
  readonly request: RpcRequest
  readonly signal: AbortSignal | undefined
}

/**
 * Answers a request: at once, or later if a fault or a handler delays it.
 * Requests that share a signal can be abandoned together.
 */
export type Dispatch = (
  request: ReadRequest,
  signal?: AbortSignal | undefined,
  origin?: RequestOrigin | undefined,
) => Outcome | Promise<Outcome>

/** The node, as its doors see it. */
export type Dispatcher = {
  readonly dispatch: Dispatch
  /** Ends the waiting requests of an aborted signal, as without a connection. */
  abandon(signal: AbortSignal): void
  answeredRequests(): readonly AnsweredRequest[]
  readWaiting(): readonly WaitingRequest[]
  /** Whether there are any. */
  isWaiting(): boolean
  /** Holds requests until a test releases them. */
  hold(parameters?: HoldParameters): Gate
  /**
   * Continues once that many ms are over, or the signal aborted; returns the
   * end.
   */
  after(ms: number, signal: AbortSignal | undefined, go: () => void): () => void
  /** Goes on once the fault is lifted, or the signal abandoned. */
  untilLifted(fault: FaultId, signal: AbortSignal, go: () => void): void
  /** Active subscriptions, oldest first. */
  readSubscriptions(): readonly StandingSubscription[]
  /** Ends the subscriptions of a client that is gone. */
  leave(owner: object): void
  /** Records what was answered elsewhere. */
  record(asked: Asked, outcome: Outcome): void
  /** Ends all waiting requests, as without a connection. */
  dispose(): void
}

/** Stands for a malformed request. */
export const unreadable = { method: null, params: [] }
