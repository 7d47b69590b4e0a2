import type { Fault } from '../../node/faults/faultTypes.js'
import type { AnsweredRequest } from '../../rpc/answers/answeredRequest.js'

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
