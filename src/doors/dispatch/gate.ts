import type { Fault } from '../../node/faults/fault.js'
import type { Match } from '../../node/faults/types/match.js'
import type { AnsweredRequest } from '../../rpc/answers/requestHistory.js'

/** A request that waits for its answer. */
export type UnansweredRequest = Pick<
  AnsweredRequest,
  'method' | 'params' | 'at'
>

/** An unanswered request, and what of the test's it waits for. */
export type WaitingRequest = UnansweredRequest & {
  /** Null: for its time, for a block, or for a handler that is not done. */
  readonly heldBy: 'gate' | 'fault' | null
}

/** The requests that a gate holds, and how. */
export type HoldParameters = Match & {
  /**
   * Whether a request waits before it is answered, or its answer, made as it
   * arrived, is what waits; `'requests'`
   */
  readonly what?: 'requests' | 'answers' | undefined
}

/** Faults that give an answer. */
export type FailingFault = Extract<
  Fault,
  { type: 'http' | 'rpc' | 'null' | 'network' }
>

/** Holds requests until the test lets them go. */
export type Gate = {
  /**
   * Resolves with the first request that the gate holds.
   *
   * @throws NothingArrivedError (a rejection) when the gate is opened, or the
   * node disposed, before one comes.
   */
  readonly arrived: Promise<UnansweredRequest>
  /** Requests that have arrived so far, oldest first. */
  readonly requests: readonly UnansweredRequest[]
  /** Opens the gate: what it holds is answered now, what comes passes. */
  release(): void
  /** Opens the gate, and has what it holds fail as under that fault. */
  fail(fault: FailingFault): void
}
