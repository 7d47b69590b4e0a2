import type { FaultId, FaultState } from '../../node/faults/faultState.js'
import type { Fault, HoldParameters } from '../../node/faults/faultTypes.js'
import type { AnsweredRequest, Via } from '../../rpc/answers/answeredRequest.js'
import type { Outcome } from '../../rpc/answers/outcome.js'
import type { Prepared, PreparedWrite, ReadRequest } from '../../rpc/request.js'
import type {
  StandingSubscription,
  Subscriber,
} from '../../rpc/view/subscriptions.js'
import type { View } from '../../rpc/view/view.js'

export type RpcRequest = {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * The outcome of a request after the faults. It is written field by field: a
 * spread costs more than the request.
 */
export type Answered = {
  readonly outcome: Outcome
  /** Counts the request for the faults that acted, if there are any. */
  readonly count: ((faults: FaultState) => FaultState) | undefined
  /** The faults that acted. */
  readonly rules: readonly FaultId[]
  /** The position in the chain's log at which it was answered. */
  readonly position: number
  /** ms by which the outcome is delayed. */
  readonly delay: number
  /** The fault that keeps the request from being answered at all. */
  readonly heldBy: FaultId | undefined
  /** What was read, unless a fault answered, or it was a write. */
  readonly ran: Ran | undefined
}

/** A read, and the view that it ran on. */
export type Ran = {
  readonly view: View
  readonly prepared: Exclude<Prepared, PreparedWrite>
}

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

/** A request that waits for its answer. */
export type UnansweredRequest = Pick<
  AnsweredRequest,
  'method' | 'params' | 'at'
>

/** An unanswered request, and what holds it. */
export type WaitingRequest = UnansweredRequest & {
  /** A fault holds or delays it; null: it waits for a block or a handler. */
  readonly heldBy: 'gate' | 'fault' | null
}

/** Faults that answer a request. */
export type FailingFault = Extract<
  Fault,
  { type: 'http' | 'rpc' | 'null' | 'network' }
>

/** Holds requests until the test releases them. */
export type Gate = {
  /**
   * Resolves with the first request that the gate holds.
   *
   * @throws NothingAheadError (a rejection) when the gate is opened, or the
   * node disposed, before a request arrives.
   */
  readonly arrived: Promise<UnansweredRequest>
  /** Requests that have arrived so far, oldest first. */
  readonly requests: readonly UnansweredRequest[]
  /** Opens the gate: held requests are answered now, later ones pass. */
  release(): void
  /** Opens the gate; held requests fail as under this fault. */
  fail(fault: FailingFault): void
}

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
