import type { Outcome } from './outcome.js'

/** The sender of a request: the application directly, or its wallet. */
export type Via = 'endpoint' | 'wallet'

/** An answered request and its outcome. */
export type AnsweredRequest = {
  readonly via: Via
  /** The name of the option `endpoints` that was asked; undefined if none was. */
  readonly endpoint: string | undefined
  /** Null if the request had no method. */
  readonly method: string | null
  readonly params: readonly unknown[]
  /** When it arrived, in ms since the node was created. */
  readonly at: number
  /** When it was answered, in ms since the node was created. */
  readonly settledAt: number
  readonly outcome: Outcome
  /**
   * The block that the answer was read from; null if the request names no
   * block, or one that does not exist.
   */
  readonly saw: Saw | null
  /**
   * How many entries the log of the node had when it was answered: of an act and
   * a request of the same ms, this says which came first.
   */
  readonly position: number
  /**
   * The faults that affected it, each by its label, or by its type if it has
   * none.
   */
  readonly faults: readonly string[]
}

/** The block that a request read, as it was at that time. */
export type Saw = {
  readonly blockNumber: bigint
  readonly isPending: boolean
  /** Number of transactions it had. */
  readonly transactions: number
  /** An object that is identical for identical states only. */
  readonly state: object
}
